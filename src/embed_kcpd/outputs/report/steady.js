// What is read stays where it is while segments above it change.
//
// steadily(main, bar, change)  calls `change`; the sentence under the bar has the same place after
//                              it. One that is folded away leaves its place to its segment's heading.
//
// Segments that come into sight get their true height: what has moved is put right until nothing has
// for a few frames, and then the browser itself keeps things in place.
"use strict";
(() => {
  const kcpd = (window.embedKcpd = window.embedKcpd || {});
  const QUIET = 6;
  let waiting = 0, held = null;

  const release = () => {
    cancelAnimationFrame(waiting);
    if (held) held.style.overflowAnchor = "";
    held = null;
  };

  const settle = (moved) => {
    let quiet = 0;
    const correct = () => {
      const by = moved();
      quiet = Math.abs(by) >= 1 ? 0 : quiet + 1;
      if (!quiet) scrollBy({ top: by, behavior: "instant" });
      if (quiet < QUIET) waiting = requestAnimationFrame(correct);
      else release();
    };
    cancelAnimationFrame(waiting);
    correct();
  };

  kcpd.steadily = (main, bar, change) => {
    const top = bar.getBoundingClientRect().bottom, box = main.getBoundingClientRect();
    const seen = box.top < top && [10, 40, 80, 120, 200, 300].map((below) =>
      document.elementFromPoint(box.left + box.width / 3, top + below)?.closest(".u")).find(Boolean);
    if (!seen) return change();
    const before = seen.getBoundingClientRect().top;
    held = main;
    main.style.overflowAnchor = "none";
    change();
    settle(() => {
      const after = seen.getBoundingClientRect().top;
      const isFolded = after > seen.closest(".body").getBoundingClientRect().bottom - 20;
      return isFolded ? seen.closest(".segment").getBoundingClientRect().top - top - 12 : after - before;
    });
  };

  // Whoever scrolls has the last word.
  for (const kind of ["wheel", "touchmove"]) addEventListener(kind, release, { passive: true });
})();
