// The report: the slider redraws what already stands in the page.
"use strict";
(() => {
  const kcpd = window.embedKcpd;
  const data = JSON.parse(document.getElementById("data").textContent);
  const find = (selector) => document.querySelector(selector);
  const main = find("main"), bar = find(".bar");
  const pieces = kcpd.piecesOf(main);
  const viewer = kcpd.viewer({
    main, pieces, strip: find(".strip"), stems: find(".stems > div"), plot: find(".matrix .plot"),
    outline: find(".contents"), count: find(".lede strong"),
  }, data);
  const levels = kcpd.levels(data.levels);
  const soon = kcpd.markCurrent(main, () => bar?.getBoundingClientRect().bottom ?? 0);

  // What is read stays where it is while segments above it change; a sentence that is folded
  // away leaves its place to the heading of its segment.
  const steadily = (change) => {
    const top = bar.getBoundingClientRect().bottom, box = main.getBoundingClientRect();
    const seen = box.top < top && [10, 40, 80, 120, 200, 300].map((below) =>
      document.elementFromPoint(box.left + box.width / 3, top + below)?.closest(".u")).find(Boolean);
    const before = seen ? seen.getBoundingClientRect().top : 0;
    if (seen) main.style.overflowAnchor = "none";
    change();
    if (seen) settle(() => {
      const after = seen.getBoundingClientRect().top;
      const isFolded = after > seen.closest(".body").getBoundingClientRect().bottom - 20;
      return isFolded ? seen.closest(".segment").getBoundingClientRect().top - top - 12 : after - before;
    });
  };

  // Segments that come into sight get their true height: what has moved is put right until
  // nothing has for a few frames, and then the browser itself keeps things in place.
  const QUIET = 6;
  let waiting = 0;
  const settle = (moved) => {
    let quiet = 0;
    const correct = () => {
      const by = moved();
      quiet = Math.abs(by) >= 1 ? 0 : quiet + 1;
      if (!quiet) scrollBy({ top: by, behavior: "instant" });
      if (quiet < QUIET) waiting = requestAnimationFrame(correct);
      else main.style.overflowAnchor = "";
    };
    cancelAnimationFrame(waiting);
    correct();
  };
  // Whoever scrolls has the last word.
  for (const kind of ["wheel", "touchmove"]) {
    addEventListener(kind, () => { cancelAnimationFrame(waiting); main.style.overflowAnchor = ""; }, { passive: true });
  }

  if (levels.levels.length > 1) {
    kcpd.slider(find(".slider"), levels,
      (index) => steadily(() => viewer.show(levels.levels[index].starts, index)),
      (index) => { viewer.settle(levels.levels[index].starts, index); soon(); });
  }
  const figure = find(".matrix");
  if (figure) kcpd.linkMatrix(figure, main, data, viewer.textOf);
})();
