// A segmented text in a page, redrawn for any list of starts: text, strip, outline, matrix.
//
// viewer(places, data) gives {show(starts, index), settle(starts, index)}: `show` redraws what is seen
// while a slider moves (text, strip, stems, matrix), `settle` what is read when it rests (contents).
//
// Elements of a segment that stays are kept; units are never made twice.  Text is only ever set
// as text.
"use strict";
(() => {
  const kcpd = (window.embedKcpd = window.embedKcpd || {});
  const { counted, setText } = kcpd;

  kcpd.viewer = ({ main, strip, stems, outline, plot, count, pieces }, data) => {
    const describe = kcpd.describer(data);
    const first = new Map();
    for (const piece of pieces) if (!first.has(piece.unit)) first.set(piece.unit, piece.node);
    data.beginning = (unit) => {
      const words = (first.get(unit)?.textContent ?? "").trim().split(/\s+/);
      const short = words.slice(0, 8).join(" ").slice(0, 60);
      return short.length < words.join(" ").length ? `${short}…` : short;
    };
    const views = [
      kcpd.textView(main, data, pieces, describe),
      strip && kcpd.stripView(strip, stems, data, describe),
      plot && kcpd.matrixView(plot, data),
    ].filter(Boolean);
    const outlined = outline && kcpd.outlineView(outline, data, describe);
    return {
      textOf: (unit) => (first.get(unit)?.textContent ?? "").trim(),
      show(starts, index) {
        const names = data.titles[index];
        for (const view of views) view(starts, index, names);
        if (count) setText(count, counted(starts.length, "segment"));
      },
      settle(starts, index) { outlined?.(starts, index, data.titles[index]); },
    };
  };
})();
