// A segmented text in a page, redrawn for any list of starts: text, strip, outline, matrix.
//
// viewer(places, data) gives {show(starts, index), settle(index)}: `show` redraws what is seen
// while a slider moves (text, strip, stems, matrix), `settle` what is read when it rests (outline).
//
// Elements of a segment that stays are kept; units are never made twice.  Text is only ever set
// as text.
"use strict";
(() => {
  const kcpd = (window.embedKcpd = window.embedKcpd || {});
  const { element, counted } = kcpd;

  // ---- what is known of a segment at any level

  kcpd.describer = (data) => {
    const ownIndex = new Map(data.own.starts.map((start, index) => [start, index]));
    const ownEnd = (index) => data.own.starts[index + 1] ?? data.n_units;
    const isOwn = (start, end) => ownIndex.has(start) && ownEnd(ownIndex.get(start)) === end;
    const inside = (start, end) =>
      data.own.starts.map((own, index) => [own, index])
        .filter(([own, index]) => own >= start && ownEnd(index) <= end).map(([, index]) => index);

    const title = (start, end, number, named, beginning) => {
      if (named) return named;
      if (isOwn(start, end)) return data.own.titles[ownIndex.get(start)] || `Segment ${number}`;
      const whole = inside(start, end);
      if (!whole.length) return beginning(start) || `Segment ${number}`;
      const size = (index) => ownEnd(index) - data.own.starts[index];
      const largest = whole.reduce((best, index) => (size(index) > size(best) ? index : best));
      const more = whole.length > 1 ? ` and ${whole.length - 1} more` : "";
      return (data.own.titles[largest] || `Segment ${number}`) + more;
    };
    const meta = (start, end) => {
      const unit = data.unit[0].toUpperCase() + data.unit.slice(1);
      const first = (start + 1).toLocaleString("en"), last = end.toLocaleString("en");
      const which = start + 1 === end ? `${unit} ${first}` : `${unit}s ${first} to ${last}`;
      const note = isOwn(start, end) ? data.own.notes[ownIndex.get(start)] : "";
      return [which, when(start, end), note].filter(Boolean).join(" · ");
    };
    const when = (start, end) => {
      if (!data.when) return "";
      const [first, last] = [data.when.start[start], data.when.end[end - 1]];
      if (data.when.kind === "clock") return `${clock(first)} to ${clock(last)}`;
      return first === last ? first : `${first} to ${last}`;
    };
    return { title, meta };
  };

  const clock = (seconds) => {
    const two = (value) => String(value).padStart(2, "0");
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
  };

  // A part begins where a segment of the level begins near it; parts that are no coarser than
  // the level are not shown. Parts that are the result's own segments have the titles of these:
  // a level that divides only a few of them would say most titles twice.
  kcpd.shownParts = (data, starts) => {
    const near = Math.max(3, data.n_units / 100);
    const shown = new Map([[0, 0]]);
    data.parts.starts.slice(1).forEach((part, index) => {
      const best = starts.reduce((a, b) => (Math.abs(b - part) < Math.abs(a - part) ? b : a));
      if (best > 0 && Math.abs(best - part) <= near && !shown.has(best)) shown.set(best, index + 1);
    });
    const isOwn = data.parts.starts.length === data.own.starts.length;
    const most = isOwn ? starts.length / 2 : starts.length - 1;
    return shown.size >= 2 && shown.size <= most ? shown : new Map();
  };

  // Hue of the part in which the middle of a segment lies; neighbours of one part take turns.
  kcpd.colours = (data, starts) => {
    let before = -1, tone = 0;
    return starts.map((start, index) => {
      const middle = (start + (starts[index + 1] ?? data.n_units)) / 2;
      let part = 0;
      while (part + 1 < data.parts.starts.length && data.parts.starts[part + 1] <= middle) part += 1;
      tone = part === before ? 1 - tone : 0;
      before = part;
      return { hue: data.hues[part % data.hues.length], tone };
    });
  };

  const painted = new WeakMap();
  const paint = (node, { hue, tone }) => {
    if (painted.get(node) === `${hue} ${tone}`) return;
    node.style.setProperty("--hue", hue);
    node.style.setProperty("--tone", tone);
    painted.set(node, `${hue} ${tone}`);
  };

  const setText = (node, text) => { if (node.textContent !== text) node.textContent = text; };

  // Puts the nodes in this order with as few moves as possible.
  const arrange = (host, nodes) => {
    const wanted = new Set(nodes);
    for (const node of [...host.children]) if (!wanted.has(node)) node.remove();
    let cursor = host.firstElementChild;
    for (const node of nodes) {
      if (node === cursor) cursor = cursor.nextElementSibling;
      else host.insertBefore(node, cursor);
    }
  };

  // ---- the text

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

  const textView = (main, data, pieces, describe) => {
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

    const beginning = (unit) => {
      const words = (pieces[from[unit]]?.node.textContent ?? "").trim().split(/\s+/);
      const short = words.slice(0, 8).join(" ").slice(0, 60);
      return short && (words.length > 8 || short.length === 60 ? `${short}…` : short);
    };

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
        const title = describe.title(start, end, at + 1, names?.[at], beginning);
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

  // ---- the strip of segments, and stems of probability on their boundaries

  const stripView = (strip, stems, data, describe) => {
    const row = strip.querySelector(".own"), partsRow = strip.querySelector(".parts");
    const percent = (unit) => `${((100 * unit) / data.n_units).toFixed(3)}%`;
    let blocks = new Map(), marks = new Map();
    const block = (start, blocksBefore) => blocksBefore.get(start) ?? element("a");
    const place = (node, start, end) => {
      const left = percent(start), width = percent(end - start);
      if (node.style.left !== left) node.style.left = left;
      if (node.style.width !== width) node.style.width = width;
    };
    return (starts, index, names) => {
      const colours = kcpd.colours(data, starts), isCrowded = starts.length > data.crowded;
      strip.classList.toggle("crowded", isCrowded);
      stems?.classList.toggle("crowded", isCrowded);
      strip.classList.toggle("other", index !== data.levels.default);
      const nextBlocks = new Map(), nextMarks = new Map();
      let labelled = -Infinity;
      starts.forEach((start, at) => {
        const end = starts[at + 1] ?? data.n_units, node = block(start, blocks);
        nextBlocks.set(start, node);
        place(node, start, end);
        paint(node, colours[at]);
        node.href = `#s${at + 1}`;
        node.tabIndex = isCrowded ? -1 : 0;
        setText(node, isCrowded || end - start < data.narrow * data.n_units ? "" : String(at + 1));
        const said = `${at + 1}. ${describe.title(start, end, at + 1, names?.[at], () => "")}, ${counted(end - start, data.unit)}`;
        node.title = said;
        node.setAttribute("aria-label", said);
        if (start && stems && data.near) {
          const mark = marks.get(start) ?? stem(start, data, percent);
          const hasRoom = start - labelled >= data.label * data.n_units;
          if (hasRoom) labelled = start;
          mark.firstElementChild.hidden = !hasRoom;
          nextMarks.set(start, mark);
        }
      });
      arrange(row, [...nextBlocks.values()]);
      if (stems) arrange(stems, [...nextMarks.values()]);
      [blocks, marks] = [nextBlocks, nextMarks];
      if (partsRow) partsRow.hidden = kcpd.shownParts(data, starts).size === 0;
    };
  };

  const stem = (unit, data, percent) => {
    const made = element("i");
    made.style.left = percent(unit);
    made.style.height = `${data.near[unit]}%`;
    made.append(element("b", "", `${data.near[unit]}%`));
    return made;
  };

  // ---- the outline

  const outlineView = (nav, data, describe) => {
    const label = nav.querySelector(".label");
    const own = [...nav.children].filter((child) => child !== label);
    const list = element("ol");
    list.hidden = true;
    nav.append(list);
    return (starts, index, names) => {
      const isOwnLevel = own.length > 0 && index === data.levels.default;
      for (const child of own) child.hidden = isOwnLevel ? false : true;
      list.hidden = isOwnLevel;
      if (isOwnLevel) return;
      const colours = kcpd.colours(data, starts), shown = kcpd.shownParts(data, starts);
      list.replaceChildren(...starts.flatMap((start, at) => {
        const end = starts[at + 1] ?? data.n_units;
        const item = element("li"), link = element("a"), title = element("span", "title");
        title.textContent = describe.title(start, end, at + 1, names?.[at], data.beginning);
        title.dir = "auto";
        link.href = `#s${at + 1}`;
        link.append(element("span", "n", String(at + 1)), title, element("span", "size", String(end - start)));
        paint(link, colours[at]);
        item.append(link);
        if (!shown.has(start)) return [item];
        const part = element("li", "part", data.parts.titles[shown.get(start)]);
        part.dir = "auto";
        return [part, item];
      }));
    };
  };

  // ---- the similarity matrix

  const matrixView = (plot, data) => {
    const squares = plot.querySelector("svg");
    return (starts) => {
      const byColour = new Map();
      kcpd.colours(data, starts).forEach((colour, at) => {
        const size = (starts[at + 1] ?? data.n_units) - starts[at];
        const d = `M${starts[at]} ${starts[at]}h${size}v${size}h-${size}z`;
        byColour.set(colour.hue, (byColour.get(colour.hue) ?? "") + d);
      });
      const old = [...squares.querySelectorAll(".square")];
      [...byColour].forEach(([hue, d], at) => {
        const path = old[at] ?? svgPath(squares, "square");
        path.setAttribute("d", d);
        path.style.setProperty("--hue", hue);
        if (!old[at]) squares.prepend(path);
      });
      old.slice(byColour.size).forEach((path) => path.remove());
    };
  };

  const svgPath = (svg, className) => {
    const made = document.createElementNS(svg.namespaceURI, "path");
    made.setAttribute("class", className);
    return made;
  };

  // Pointing at the matrix shows the two sentences, a click or tap goes to the first of them;
  // pointing at a sentence shows its row and column.
  kcpd.linkMatrix = (figure, main, data, textOf) => {
    const plot = figure.querySelector(".plot"), pair = figure.querySelector(".pair");
    const svg = plot.querySelector("svg"), cross = svgPath(svg, "cross"), n = data.n_units;
    svg.append(cross);
    const lines = (i, j) => cross.setAttribute("d", i === null ? "" : `M0 ${i + 0.5}H${n}M${j + 0.5} 0V${n}`);
    const units = (event) => {
      const box = plot.getBoundingClientRect();
      const at = (value, size) => Math.min(n - 1, Math.max(0, Math.floor((n * value) / size)));
      return [at(event.clientY - box.top, box.height), at(event.clientX - box.left, box.width)].sort((a, b) => a - b);
    };
    const say = (i, j) => {
      pair.replaceChildren(...[...new Set([i, j])].map((unit) => {
        const link = element("a", "", "");
        link.href = `#u${unit}`;
        const words = element("span", "", textOf(unit));
        words.dir = "auto";
        link.append(element("b", "", (unit + 1).toLocaleString("en")), words);
        return link;
      }));
      pair.hidden = false;
      figure.classList.add("pointed");
    };
    plot.addEventListener("pointermove", (event) => {
      const [i, j] = units(event);
      lines(i, j);
      say(i, j);
    });
    plot.addEventListener("click", (event) => {
      const [i, j] = units(event);
      lines(i, j);
      say(i, j);
      for (const hit of main.querySelectorAll(".hit")) hit.classList.remove("hit");
      for (const unit of [i, j]) document.getElementById(`u${unit}`)?.classList.add("hit");
      if (event.pointerType !== "touch") location.hash = `u${i}`;
    });
    main.addEventListener("pointerover", (event) => {
      const unit = event.target.closest?.(".u");
      if (!unit?.id) return;
      const at = Number(unit.id.slice(1));
      lines(at, at);
    });
    main.addEventListener("pointerleave", () => lines(null));
  };

  // ---- the segment that is read

  kcpd.markCurrent = (main, top) => {
    let frame = 0, before = null;
    const mark = () => {
      frame = 0;
      const line = top() + 24;
      let section = null;
      for (const each of main.querySelectorAll(".segment")) {
        if (each.getBoundingClientRect().top > line) break;
        section = each;
      }
      const address = section ? `#${section.id}` : null;
      if (address === before && document.querySelector("[aria-current]")) return;
      before = address;
      for (const link of document.querySelectorAll("[aria-current]")) link.removeAttribute("aria-current");
      if (!address) return;
      for (const link of document.querySelectorAll(`nav a[href="${address}"]`)) {
        link.setAttribute("aria-current", "true");
        const list = link.closest(".list, ol");
        if (list && list.scrollHeight > list.clientHeight) {
          list.scrollTop = link.offsetTop - list.offsetTop - list.clientHeight / 2;
        }
      }
    };
    const soon = () => { frame = frame || requestAnimationFrame(mark); };
    addEventListener("scroll", soon, { passive: true });
    soon();
    return soon;
  };

  // ---- all of it

  kcpd.viewer = ({ main, strip, stems, outline, plot, count, pieces }, data) => {
    const describe = kcpd.describer(data);
    const first = new Map();
    for (const piece of pieces) if (!first.has(piece.unit)) first.set(piece.unit, piece.node);
    data.beginning = (unit) => {
      const words = (first.get(unit)?.textContent ?? "").trim();
      return words.length > 60 ? `${words.slice(0, 60)}…` : words;
    };
    const views = [
      textView(main, data, pieces, describe),
      strip && stripView(strip, stems, data, describe),
      plot && matrixView(plot, data),
    ].filter(Boolean);
    const outlined = outline && outlineView(outline, data, describe);
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
