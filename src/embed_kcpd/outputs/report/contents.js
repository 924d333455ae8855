// The contents of a text, and which segment is read.
//
// outlineView(...)   redraws the contents in small steps; those of the default are kept and shown again
// markCurrent(...)   marks the segment that is read in contents and strip
"use strict";
(() => {
  const kcpd = (window.embedKcpd = window.embedKcpd || {});
  const { element, paint, setText } = kcpd;
  // Items that are written in one frame: the browser lays out more of the list than is seen.
  const ITEMS = 8;

  kcpd.outlineView = (nav, data, describe) => {
    const label = nav.querySelector(".label");
    const own = [...nav.children].filter((child) => child !== label);
    const list = element("ol");
    list.hidden = true;
    nav.append(list);

    const made = [], heads = [];
    const item = (at) => {
      if (made[at]) return made[at];
      const node = element("li"), link = element("a"), title = element("span", "title");
      title.dir = "auto";
      link.href = `#s${at + 1}`;
      link.append(element("span", "n", String(at + 1)), title, element("span", "size"));
      node.append(link);
      return (made[at] = { node, link, title, size: link.lastChild });
    };
    const part = (index) => {
      if (heads[index]) return heads[index];
      const head = element("li", "part", data.parts.titles[index]);
      head.dir = "auto";
      return (heads[index] = head);
    };
    const written = (level, at) => {
      const start = level.starts[at], end = level.end(at), { node, link, title, size } = item(at);
      setText(title, describe.title(start, end, at + 1, level.names?.[at], data.beginning));
      setText(size, kcpd.number(end - start));
      paint(link, level.colours[at]);
      return level.parts.has(start) ? [part(level.parts.get(start)), node] : [node];
    };
    return function* (level) {
      const isKept = own.length > 0 && level.isOwn;
      for (const child of own) child.hidden = !isKept;
      list.hidden = isKept;
      // Emptied, so that it does not come back all at once, with what was there before.
      if (isKept) return list.replaceChildren();
      let next = list.firstChild;
      for (let at = 0; at < level.size; at += 1) {
        for (const node of written(level, at)) {
          // Heads of parts that are no longer here.
          while (next && next !== node && next.className === "part") next = removed(next);
          if (next === node) next = next.nextSibling;
          else list.insertBefore(node, next);
        }
        if (at % ITEMS === ITEMS - 1) yield "contents";
      }
      while (next) next = removed(next);
    };
  };

  // The node after one that is taken out.
  const removed = (node) => {
    const next = node.nextSibling;
    node.remove();
    return next;
  };

  kcpd.markCurrent = (main, top, onMark = () => {}) => {
    let frame = 0, before = null;
    const mark = () => {
      frame = 0;
      // Asked again when everything is redrawn.
      if (document.querySelector("main[aria-busy]")) return;
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
      onMark(Number(section.id.slice(1)) - 1);
      for (const link of document.querySelectorAll(`nav a[href="${address}"]`)) {
        link.setAttribute("aria-current", "true");
        const list = link.closest(".list, ol");
        if (list && list.scrollHeight > list.clientHeight) {
          const [inner, outer] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
          list.scrollTop += inner.top - outer.top - list.clientHeight / 2;
        }
      }
    };
    const soon = () => { frame = frame || requestAnimationFrame(mark); };
    addEventListener("scroll", soon, { passive: true });
    soon();
    return () => {
      before = null;
      soon();
    };
  };
})();
