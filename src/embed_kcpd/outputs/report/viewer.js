// A segmented text in a page, redrawn for any list of starts: text, strip, outline, matrix.
//
// viewer(places, data) gives
//   showing(starts, index, unit)  steps that redraw what is seen while a slider moves: strip and
//                                 stems at once, then the text around the unit that is read, the
//                                 rest of it, the matrix
//   settling(then)                steps that are left, and what is read when the slider rests: contents;
//                                 `then` is called at the end
//   show(starts, index)           all of these at once
//
// Steps are small: whoever runs them rests after each frame's share, and after those that give a value,
// whose layout takes longer than they do themselves.  New ones replace those of a
// level that is no longer wanted.  Text is only ever set as text.
"use strict";
(() => {
  const kcpd = (window.embedKcpd = window.embedKcpd || {});
  const { counted, setText } = kcpd;
  const FEW = 5;

  kcpd.viewer = ({ main, strip, stems, outline, plot, count, pieces }, data) => {
    const describe = kcpd.describer(data);
    const first = new Map(), units = new Map();
    for (const { unit, node } of pieces) {
      if (!first.has(unit)) first.set(unit, node);
      units.set(node, unit);
    }
    const wordsOf = (unit) => (first.get(unit)?.textContent ?? "").trim().split(/\s+/).filter(Boolean);
    // The first words of a segment without a title; "Right." alone would say nothing of it.
    data.beginning = (start, end) => {
      const words = wordsOf(start);
      for (let unit = start + 1; unit < end && words.length < FEW; unit += 1) words.push(...wordsOf(unit));
      const short = words.slice(0, 8).join(" ").slice(0, 60);
      return short.length < words.join(" ").length ? `${short}…` : short;
    };
    const text = kcpd.textView(main, data, pieces, describe);
    const blocks = strip && kcpd.stripView(strip, stems, data, describe);
    const squares = plot && kcpd.matrixView(plot);
    const contents = outline && kcpd.outlineView(outline, data, describe);
    let level = null, steps = [].values();

    const drawing = function* (unit) {
      blocks?.draw(level);
      if (count) setText(count, counted(level.size, "segment"));
      yield "strip";
      yield* text.steps(level, unit);
      if (squares) squares(level);
    };
    const viewer = {
      textOf: (unit) => (first.get(unit)?.textContent ?? "").trim(),
      sectionOf: text.sectionOf,
      isFar: text.isFar,
      unitOf: (node) => units.get(node),
      mark: (at) => blocks?.mark(at),
      // What stands in the page already.
      standing(starts, index) { text.standing(kcpd.level(data, starts, index)); },
      showing(starts, index, unit) {
        level = kcpd.level(data, starts, index);
        return (steps = drawing(unit));
      },
      settling: function* (then = () => {}) {
        yield* steps;
        if (contents) yield* contents(level);
        then();
      },
      finish() { while (!steps.next().done); },
      show(starts, index) {
        viewer.showing(starts, index);
        for (const _ of viewer.settling());
      },
    };
    addEventListener("beforeprint", () => viewer.finish());
    return viewer;
  };
})();
