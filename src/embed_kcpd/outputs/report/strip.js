// The strip of segments with stems of probability on their boundaries, and the contents.
//
// stripView(...)     redraws strip and stems
// outlineView(...)   redraws the contents; those of the default are kept and shown again
// markCurrent(...)   marks the segment that is read in both
"use strict";
(() => {
  const kcpd = (window.embedKcpd = window.embedKcpd || {});
  const { arrange, counted, element, paint, setText } = kcpd;

  kcpd.stripView = (strip, stems, data, describe) => {
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

  kcpd.outlineView = (nav, data, describe) => {
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
})();
