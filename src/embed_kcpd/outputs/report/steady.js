// A page that is redrawn in steps, a share of them in each frame, while what is read stays in place.
//
// steadily({main, bar, viewer, steps})   `steps(unit)` gives the steps, for the unit under the bar.
//   That unit has the same place in every frame; one that is folded away leaves it to the heading of
//   its segment. A new call takes the place of one that has not ended. After a step that gives a
//   value the frame ends: the browser has much to do for it.
//
// Segments that come into sight get their true height: what has moved is put right until nothing has
// for a few frames, and then the browser itself keeps things in place.
"use strict";
(() => {
  const kcpd = (window.embedKcpd = window.embedKcpd || {});
  // Frames without movement after which all is still; milliseconds of each frame for the steps.
  const QUIET = 6, SHARE = 1;
  let waiting = 0, arriving = 0, held = null, anchor = null;

  // The browser keeps things in place again.
  const release = () => {
    cancelAnimationFrame(arriving);
    if (held) held.main.style.overflowAnchor = "";
    held = null;
  };

  // A unit a little below the bar, or the first one of a segment that has none there.
  const unitUnder = (main, top) => {
    const box = main.getBoundingClientRect();
    if (box.top >= top) return null;
    const nodes = [10, 40, 80, 120, 200, 300].map((below) =>
      document.elementFromPoint(box.left + box.width / 3, top + below));
    const segment = nodes.map((node) => node?.closest(".segment")).find(Boolean);
    return nodes.map((node) => node?.closest(".u")).find(Boolean) ?? segment?.querySelector(".u");
  };

  // What is to stay: the same as before, unless somebody has scrolled or read another text since.
  const anchorOf = (main, bar, viewer) => {
    if (anchor?.main === main && anchor.viewer === viewer && anchor.scrolled === scrollY) return anchor;
    const top = bar.getBoundingClientRect().bottom, seen = unitUnder(main, top);
    if (!seen) return null;
    const unit = viewer.unitOf(seen), before = seen.getBoundingClientRect().top;
    return { main, viewer, seen, unit, top, before, scrolled: scrollY };
  };

  // How far what is held has moved. Text that a fold hides is not asked for its place: it would have
  // to be laid out.
  const moved = ({ seen, unit, before, top, viewer }) => {
    const section = viewer.sectionOf(unit);
    if (!section) return 0;
    const at = seen.isConnected && !viewer.isFar(unit) ? seen.getBoundingClientRect().top : Infinity;
    const isFolded = at > section.querySelector(".body").getBoundingClientRect().bottom - 20;
    return isFolded ? section.getBoundingClientRect().top - top - 12 : at - before;
  };

  // Whether all is where it was, or as near as the ends of the page allow.
  const putRight = () => {
    const by = moved(held), from = scrollY;
    if (Math.abs(by) >= 1) scrollBy({ top: by, behavior: "instant" });
    held.scrolled = scrollY;
    return scrollY === from;
  };

  const run = (main, steps) => {
    let quiet = 0, isDone = false;
    const frame = () => {
      const end = performance.now() + SHARE;
      for (let step = {}; !isDone && !step.value && performance.now() < end;) {
        step = steps.next();
        isDone = Boolean(step.done);
      }
      quiet = !held || putRight() ? quiet + 1 : 0;
      if (isDone) main.removeAttribute("aria-busy");
      if (!isDone || (held && quiet < QUIET)) waiting = requestAnimationFrame(frame);
      else release();
    };
    main.setAttribute("aria-busy", "true");
    cancelAnimationFrame(waiting);
    frame();
  };

  kcpd.steadily = ({ main, bar, viewer, steps }) => {
    release();
    held = anchor = anchorOf(main, bar, viewer);
    if (held) main.style.overflowAnchor = "none";
    run(main, steps(held?.unit));
  };

  // Where a link leads to is known when what lies before it has its true height: once the browser
  // has scrolled there, the rest of the way is gone.
  const arrive = () => {
    const target = document.getElementById(location.hash.slice(1));
    if (!target?.closest("main")) return;
    release();
    let still = 0, before = -1;
    const frame = () => {
      still = scrollY === before ? still + 1 : 0;
      if (still >= QUIET / 2) {
        target.scrollIntoView({ behavior: "instant" });
        still = Math.abs(scrollY - before) < 1 ? still : 0;
      }
      before = scrollY;
      if (still < QUIET) arriving = requestAnimationFrame(frame);
    };
    frame();
  };
  addEventListener("hashchange", arrive);
  if (location.hash) arrive();

  // Whoever scrolls has the last word.
  for (const kind of ["wheel", "touchmove", "keydown"]) addEventListener(kind, release, { passive: true });
})();
