// The strip of segments with stems of probability on their boundaries.
//
// stripView(...)   gives {draw(level), mark(at)}: a link and a stem for each segment, or, where they
//                  are many, one picture of them (crowded.js); mark shows which one is read
"use strict";
(() => {
  const kcpd = (window.embedKcpd = window.embedKcpd || {});
  const { arrange, counted, element, paint, setText } = kcpd;

  kcpd.stripView = (strip, stems, data, describe) => {
    const row = strip.querySelector(".own"), partsRow = strip.querySelector(".parts");
    const percent = (unit) => `${((100 * unit) / data.n_units).toFixed(3)}%`;
    const said = (level, at) => {
      const start = level.starts[at], end = level.end(at);
      const title = describe.title(start, end, at + 1, level.names?.[at], () => "");
      return `${at + 1}. ${title}, ${counted(end - start, data.unit)}`;
    };
    const point = (link, level, at) => {
      const start = level.starts[at], text = said(level, at);
      link.style.left = percent(start);
      link.style.width = percent(level.end(at) - start);
      link.href = `#s${at + 1}`;
      link.title = text;
      link.setAttribute("aria-label", text);
      paint(link, level.colours[at]);
    };
    const picture = kcpd.crowdedStrip(row, stems, data, point);
    let links = new Map(), marks = new Map();

    const drawLinks = (level) => {
      const next = new Map();
      level.starts.forEach((start, at) => {
        const link = links.get(start) ?? element("a"), size = level.end(at) - start;
        point(link, level, at);
        setText(link, size < data.narrow * data.n_units ? "" : String(at + 1));
        next.set(start, link);
      });
      arrange(row, [...next.values()]);
      links = next;
    };
    const drawStems = (level) => {
      const next = new Map();
      let labelled = -Infinity, onPhone = -Infinity;
      for (const start of level.starts.slice(1)) {
        const mark = marks.get(start) ?? stem(start, data, percent);
        const hasRoom = start - labelled >= data.label * data.n_units;
        const isTight = start - onPhone < data.phone_label * data.n_units;
        if (hasRoom) labelled = start;
        if (hasRoom && !isTight) onPhone = start;
        mark.firstElementChild.hidden = !hasRoom;
        mark.firstElementChild.classList.toggle("tight", isTight);
        next.set(start, mark);
      }
      arrange(stems, [...next.values()]);
      marks = next;
    };

    return {
      draw(level) {
        const isCrowded = level.size > data.crowded;
        for (const host of [strip, stems]) host?.classList.toggle("crowded", isCrowded);
        stems?.parentElement.classList.toggle("many", level.size > data.many_stems);
        strip.classList.toggle("other", !level.isOwn);
        if (partsRow) partsRow.hidden = level.parts.size === 0;
        if (isCrowded) picture.draw(level);
        else {
          drawLinks(level);
          if (stems && data.near) drawStems(level);
        }
      },
      mark(at) { if (strip.classList.contains("crowded")) picture.mark(at); },
    };
  };

  const stem = (unit, data, percent) => {
    const made = element("i");
    made.style.left = percent(unit);
    made.style.height = `${data.near[unit]}%`;
    made.append(element("b", "", `${data.near[unit]}%`));
    return made;
  };
})();
