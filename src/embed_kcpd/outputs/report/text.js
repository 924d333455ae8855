// The text of a page, cut into sections at any list of starts.
//
// piecesOf(main)   the pieces of units that stand in the page
// textView(...)    redraws the sections; those that stay are kept, units are never made twice
//
// text.py writes the same elements into the report: what is changed here is changed there.
"use strict";
(() => {
  const kcpd = (window.embedKcpd = window.embedKcpd || {});
  const { arrange, counted, element, paint, setText } = kcpd;

  // The pieces of the units as they stand in the page, in order.
  kcpd.piecesOf = (main) => {
    const pieces = [];
    let paragraph = -1, unit = 0;
    for (const p of main.querySelectorAll(".body > p")) {
      if (!p.classList.contains("rest")) paragraph += 1;
      const kind = p.className.replace("rest", "").trim();
      for (const node of p.children) {
        if (node.id) unit = Number(node.id.slice(1));
        pieces.push({ unit, paragraph, kind, node });
      }
    }
    return pieces;
  };

  kcpd.textView = (main, data, pieces, describe) => {
    const from = new Array(data.n_units + 1).fill(pieces.length);
    pieces.forEach((piece, at) => { if (at < from[piece.unit]) from[piece.unit] = at; });
    for (let unit = data.n_units - 1; unit >= 0; unit -= 1) {
      from[unit] = Math.min(from[unit], from[unit + 1]);
    }
    const lengths = [0];
    for (const piece of pieces) lengths.push(lengths.at(-1) + piece.node.textContent.length);
    const sections = new Map(data.sections);
    const opened = new Set();
    let known = new Map(), parts = new Map();

    const body = (start, end, isOwnLevel, level) => {
      const made = element("div", "body");
      let p = null, paragraph = -1;
      for (let at = from[start]; at < from[end]; at += 1) {
        const piece = pieces[at];
        const heads = isOwnLevel && piece.node.id && sections.has(piece.unit);
        if (heads) {
          const head = element(`h${level + 1}`, "section", sections.get(piece.unit));
          head.dir = "auto";
          made.append(head);
        }
        if (piece.paragraph !== paragraph || heads) {
          const isRest = at > 0 && pieces[at - 1].paragraph === piece.paragraph;
          p = element("p", [piece.kind, isRest && "rest"].filter(Boolean).join(" "));
          p.dir = "auto";
          made.append(p);
          paragraph = piece.paragraph;
        }
        p.append(piece.node);
      }
      return made;
    };

    const section = (start, end, isOwnLevel, level) => {
      const made = element("section", "segment");
      const head = element(`h${level}`);
      head.dir = "auto";
      head.append(element("span"), document.createTextNode(""));
      const meta = element("p", "meta", describe.meta(start, end));
      made.append(head, meta);
      const text = body(start, end, isOwnLevel, level);
      if (lengths[from[end]] - lengths[from[start]] <= data.long) {
        made.append(text);
        return made;
      }
      const fold = Object.assign(element("input", "fold"), { type: "checkbox", id: `f${start}` });
      fold.checked = opened.has(start);
      fold.addEventListener("change", () => opened[fold.checked ? "add" : "delete"](start));
      const label = Object.assign(element("label", "unfold"), { htmlFor: `f${start}` });
      label.append(element("span", "more", `Show all ${counted(end - start, data.unit)}`),
        element("span", "less", "Show less"));
      made.append(fold, text, label);
      return made;
    };

    const boundary = (unit) => {
      if (!data.near) return null;
      const made = element("p", "boundary"), bar = element("span"), filled = element("i");
      filled.style.width = `${data.near[unit]}%`;
      bar.append(filled);
      made.append(bar, `${data.near[unit]}% ${certainty(data.near[unit], data)}`);
      return made;
    };

    const partHead = (index) => {
      const made = element("h2", "part", data.parts.titles[index]);
      made.dir = "auto";
      return made;
    };

    return (starts, index, names) => {
      for (const fold of main.querySelectorAll(".fold:checked")) opened.add(Number(fold.id.slice(1)));
      const isOwnLevel = index === data.levels.default;
      const shown = kcpd.shownParts(data, starts), colours = kcpd.colours(data, starts);
      const level = shown.size ? 3 : 2, next = new Map(), nodes = [];
      starts.forEach((start, at) => {
        const end = starts[at + 1] ?? data.n_units;
        const key = `${start}:${end}:${level}:${isOwnLevel && sections.size > 0}`;
        const old = known.get(key);
        const piece = old?.section ?? section(start, end, isOwnLevel, level);
        const before = start ? old?.boundary ?? boundary(start) : null;
        next.set(key, { section: piece, boundary: before });
        piece.id = `s${at + 1}`;
        setText(piece.firstElementChild.firstElementChild, String(at + 1));
        const title = describe.title(start, end, at + 1, names?.[at], data.beginning);
        if (piece.firstElementChild.lastChild.data !== title) piece.firstElementChild.lastChild.data = title;
        paint(piece, colours[at]);
        if (before) nodes.push(before);
        if (shown.has(start)) {
          const head = parts.get(start)?.index === shown.get(start)
            ? parts.get(start).node : partHead(shown.get(start));
          parts.set(start, { index: shown.get(start), node: head });
          paint(head, colours[at]);
          nodes.push(head);
        }
        nodes.push(piece);
      });
      known = next;
      arrange(main, nodes);
    };
  };

  const certainty = (percent, data) =>
    data.certainty.find(([least]) => percent >= least)?.[1] ?? "a guess";
})();
