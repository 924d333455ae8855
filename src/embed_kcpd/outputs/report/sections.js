// The elements of one segment of the text, whatever its level.
//
// piecesOf(main)      the pieces of units that stand in the page
// sectionMaker(...)   makes sections, and what stands between them
//
// text.py writes the same elements into the report: what is changed here is changed there.
"use strict";
(() => {
  const kcpd = (window.embedKcpd = window.embedKcpd || {});
  const { counted, element } = kcpd;

  // The pieces of the units as they stand in the page, in order.
  kcpd.piecesOf = (main) => {
    const pieces = [];
    let paragraph = -1, unit = 0, p = null, kind = "";
    for (const node of main.querySelectorAll(".body .u")) {
      if (!p?.contains(node)) {
        p = node.closest("p");
        if (!p.classList.contains("rest")) paragraph += 1;
        kind = p.className.replace("rest", "").trim();
      }
      if (node.id) unit = Number(node.id.slice(1));
      pieces.push({ unit, paragraph, kind, node });
    }
    return pieces;
  };

  kcpd.sectionMaker = (data, pieces, describe) => {
    const from = new Array(data.n_units + 1).fill(pieces.length);
    pieces.forEach((piece, at) => { if (at < from[piece.unit]) from[piece.unit] = at; });
    for (let unit = data.n_units - 1; unit >= 0; unit -= 1) {
      from[unit] = Math.min(from[unit], from[unit + 1]);
    }
    const lengths = [0];
    for (const piece of pieces) lengths.push(lengths.at(-1) + piece.node.textContent.length);
    const headings = new Map(data.sections);
    const opened = new Set();
    const isLong = (start, end) => lengths[from[end]] - lengths[from[start]] > data.long;
    // Pieces that are laid out also while the segment is folded.
    const nNear = (start, end) =>
      isLong(start, end) ? kcpd.firstAt(lengths, lengths[from[start]] + data.folded) - from[start] : Infinity;

    // write(most) moves so many more pieces into the body, and says whether all of them are there.
    // What a fold hides stands in elements of its own, which are laid out when it is opened.
    const writer = (body, start, end, level) => {
      const last = from[end], far = from[start] + nNear(start, end);
      let at = from[start], p = null, into = null, host = body, paragraph = -1;
      const begin = (piece, heading) => {
        if (at >= far && host === body) body.append(host = element("div", "far"));
        if (heading !== undefined) host.append(directed(element(`h${level + 1}`, "section", heading)));
        const isRest = at > 0 && pieces[at - 1].paragraph === piece.paragraph;
        p = into = directed(element("p", [piece.kind, isRest && "rest"].filter(Boolean).join(" ")));
        host.append(p);
        paragraph = piece.paragraph;
      };
      return (most) => {
        const until = Math.min(last, at + most);
        for (; at < until; at += 1) {
          const piece = pieces[at];
          const heading = level && piece.node.id ? headings.get(piece.unit) : undefined;
          if (piece.paragraph !== paragraph || heading !== undefined) begin(piece, heading);
          else if (at >= far && host === body && into === p) p.append(into = element("span", "far"));
          into.append(piece.node);
        }
        return at === last;
      };
    };

    const folded = (made, body, start, end) => {
      const fold = Object.assign(element("input", "fold"), { type: "checkbox", id: `f${start}` });
      fold.checked = opened.has(start);
      const label = Object.assign(element("label", "unfold"), { htmlFor: `f${start}` });
      label.append(element("span", "more", `Show all ${counted(end - start, data.unit)}`),
        element("span", "less", "Show less"));
      made.append(fold, body, label);
    };

    return {
      hasHeadings: headings.size > 0,
      isFar: (start, end, unit) => from[unit] - from[start] >= nNear(start, end),
      nNear,
      remember(fold) { opened[fold.checked ? "add" : "delete"](Number(fold.id.slice(1))); },

      head(level) {
        const made = directed(element(`h${level}`));
        made.append(element("span"), document.createTextNode(""));
        return made;
      },

      // `headed` is the level of the segment's heading where those inside it are shown, else 0.
      section(start, end, level, headed) {
        const section = element("section", "segment"), body = element("div", "body");
        section.append(this.head(level), element("p", "meta", describe.meta(start, end)));
        if (isLong(start, end)) folded(section, body, start, end);
        else section.append(body);
        return { section, write: writer(body, start, end, headed) };
      },

      boundary(unit) {
        if (!data.near || !unit) return null;
        const made = element("p", "boundary"), bar = element("span"), filled = element("i");
        filled.style.width = `${data.near[unit]}%`;
        bar.append(filled);
        made.append(bar, `${data.near[unit]}% ${certainty(data.near[unit], data)}`);
        return made;
      },

      part: (index) => directed(element("h2", "part", data.parts.titles[index])),
    };
  };

  const directed = (node) => Object.assign(node, { dir: "auto" });

  const certainty = (percent, data) =>
    data.certainty.find(([least]) => percent >= least)?.[1] ?? "a guess";
})();
