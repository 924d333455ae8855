// The text of a page, cut into sections at any list of starts.
//
// textView(...)   gives {steps(level, unit), sectionOf(unit), isFar(unit), standing(level)}
//
// `steps` redraws in small steps, first what is near the unit that is read, then the rest: whoever
// runs them may rest between any two.  Until the last one some units stand nowhere.  Sections that stay
// are kept, units are never made twice.
"use strict";
(() => {
  const kcpd = (window.embedKcpd = window.embedKcpd || {});
  const { paint, setText } = kcpd;
  // Pieces that are moved in one step; sections that may come into sight, and how many in one frame.
  const PIECES = 60, IN_SIGHT = 12, AT_ONCE = 1;

  // Places from 0 to n - 1 in the order in which they are drawn: two below for one above.
  const outward = function* (middle, n) {
    yield middle;
    for (let above = middle - 1, below = middle + 1; above >= 0 || below < n;) {
      if (below < n) yield below++;
      if (below < n) yield below++;
      if (above >= 0) yield above--;
    }
  };

  kcpd.textView = (main, data, pieces, describe) => {
    const make = kcpd.sectionMaker(data, pieces, describe);
    const boundaries = new Map();
    let entries = [];
    main.addEventListener("change", ({ target }) => {
      if (target.classList.contains("fold")) make.remember(target);
    });

    // The segment with the unit that a link leads to is unfolded.
    const unitOfAddress = () => Number(/^#u(\d+)$/.exec(location.hash)?.[1] ?? -1);
    const openTarget = () => {
      const unit = unitOfAddress();
      for (const { start, end, section } of entries) {
        section.classList.toggle("opened", start <= unit && unit < end);
      }
    };
    addEventListener("hashchange", openTarget);
    // So is one to whose folded text the browser itself scrolls, as to a word that was searched for.
    main.addEventListener("contentvisibilityautostatechange", ({ target, skipped }) => {
      const isFolded = target.classList.contains("far") && getComputedStyle(target).contentVisibility === "auto";
      if (skipped || !isFolded || !getSelection().isCollapsed) return;
      const section = target.closest(".segment");
      section.classList.add("opened");
      section.scrollIntoView();
    });
    document.documentElement.classList.add("scripted");

    const keyOf = (level, at, depth) =>
      `${level.starts[at]}:${level.end(at)}:${level.isOwn && make.hasHeadings ? depth : ""}`;
    const depthOf = (level) => (level.parts.size ? 3 : 2);
    const nodesOf = ({ boundary, part, section }) => [boundary, part, section].filter(Boolean);
    const boundaryOf = (unit) => {
      if (!boundaries.has(unit)) boundaries.set(unit, make.boundary(unit));
      return boundaries.get(unit);
    };
    // The first entry that ends after the unit.
    const firstAfter = (unit) => {
      const at = kcpd.firstAt(entries, unit + 1, ({ start }) => start) - 1;
      return at >= 0 && entries[at].end > unit ? at : at + 1;
    };

    const adopt = (level) => {
      const depth = depthOf(level), before = (node, name) =>
        node?.previousElementSibling?.classList.contains(name) ? node.previousElementSibling : null;
      for (const fold of main.querySelectorAll(".fold:checked")) make.remember(fold);
      entries = [...main.querySelectorAll(".segment")].map((section, at) => {
        const part = before(section, "part"), boundary = before(part ?? section, "boundary");
        const start = level.starts[at];
        if (boundary) boundaries.set(start, boundary);
        const partIndex = part ? level.parts.get(start) : undefined;
        return { start, end: level.end(at), key: keyOf(level, at, depth), depth, section, part, partIndex, boundary,
          write: () => true };
      });
      openTarget();
    };

    const entry = (level, at) => {
      const start = level.starts[at], end = level.end(at), depth = depthOf(level);
      const headed = level.isOwn && make.hasHeadings ? depth : 0;
      const made = make.section(start, end, depth, headed);
      made.write(make.nNear(start, end));
      if (start <= unitOfAddress() && unitOfAddress() < end) made.section.classList.add("opened");
      return { start, end, depth, key: keyOf(level, at, depth), part: null, boundary: boundaryOf(start), ...made };
    };

    // A section of the level in the place of whatever overlaps it; whether it is a new one.
    const place = (level, at) => {
      const start = level.starts[at], end = level.end(at), depth = depthOf(level), from = firstAfter(start);
      let to = from;
      while (to < entries.length && entries[to].start < end) to += 1;
      const isNew = to - from !== 1 || entries[from].key !== keyOf(level, at, depth);
      if (isNew) {
        // Whole sections go before their units do: the browser forgets them all at once.
        for (const node of entries.slice(from, to).flatMap(nodesOf)) node.remove();
        const made = entry(level, at), next = entries[to];
        entries.splice(from, to - from, made);
        for (const node of nodesOf(made)) main.insertBefore(node, next ? nodesOf(next)[0] : null);
      }
      update(entries[from], level, at);
      return isNew;
    };

    const update = (shown, level, at) => {
      const { section, start, end } = shown, colour = level.colours[at], number = String(at + 1);
      if (shown.depth !== depthOf(level)) {
        shown.depth = depthOf(level);
        section.firstElementChild.replaceWith(make.head(shown.depth));
      }
      if (shown.partIndex !== level.parts.get(start)) {
        shown.partIndex = level.parts.get(start);
        shown.part?.remove();
        shown.part = shown.partIndex === undefined ? null : make.part(shown.partIndex);
        if (shown.part) section.before(shown.part);
      }
      if (shown.part) paint(shown.part, colour);
      const head = section.firstElementChild, title = describe.title(start, end, at + 1, level.names?.[at], data.beginning);
      if (section.id !== `s${number}`) section.id = `s${number}`;
      setText(head.firstElementChild, number);
      if (head.lastChild.data !== title) head.lastChild.data = title;
      paint(section, colour);
    };

    return {
      standing: adopt,
      sectionOf: (unit) => entries[firstAfter(unit)]?.section,
      // Whether a fold hides the unit.
      isFar(unit) {
        const { start, end, section } = entries[firstAfter(unit)];
        return make.isFar(start, end, unit) && !section.classList.contains("opened")
          && !section.querySelector(".fold").checked;
      },
      steps: function* (level, unit = 0) {
        const middle = Math.max(0, kcpd.firstAt(level.starts, unit + 1) - 1);
        let drawn = 0, made = 0;
        for (const at of outward(middle, level.size)) {
          const isNew = place(level, at);
          drawn += 1;
          made += isNew;
          yield isNew && drawn <= IN_SIGHT && made % AT_ONCE === 0 ? "in sight" : undefined;
        }
        for (const at of outward(middle, level.size)) while (!entries[at].write(PIECES)) yield;
      },
    };
  };
})();
