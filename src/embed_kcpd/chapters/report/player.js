(() => {
  const player = document.getElementById("player");
  document.addEventListener("click", (event) => {
    const time = event.target.closest("a[data-seconds]");
    if (!time) return;
    event.preventDefault();
    player.currentTime = Number(time.dataset.seconds);
    player.play().catch(() => {});
  });
})();
