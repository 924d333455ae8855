// What is known of the segments of any level, and how their elements are changed.
//
// describer(data)           titles and lines of a segment
// level(data, starts, ...)  all that is drawn of one level: spans, titles, colours, parts
// paint, setText, arrange   change an element only where it differs
"use strict";
(() => {
  const kcpd = (window.embedKcpd = window.embedKcpd || {});
  kcpd.describer = (data) => {
    const ownIndex = new Map(data.own.starts.map((start, index) => [start, index]));
    const ownEnd = (index) => data.own.starts[index + 1] ?? data.n_units;
    const isOwn = (start, end) => ownIndex.has(start) && ownEnd(ownIndex.get(start)) === end;
    // The result's own segments that lie inside the span, first and after the last.
    const inside = (start, end) => {
      const own = data.own.starts, first = kcpd.firstAt(own, start);
      let last = Math.max(first, kcpd.firstAt(own, end));
      while (last > first && ownEnd(last - 1) > end) last -= 1;
      return [first, last];
    };

    const title = (start, end, number, named, beginning) => {
      if (named) return named;
      if (isOwn(start, end)) return data.own.titles[ownIndex.get(start)] || `Segment ${number}`;
      const [first, last] = inside(start, end);
      if (first === last) return beginning(start, end) || `Segment ${number}`;
      const size = (index) => ownEnd(index) - data.own.starts[index];
      let largest = first;
      for (let at = first + 1; at < last; at += 1) if (size(at) > size(largest)) largest = at;
      const more = last - first > 1 ? ` and ${last - first - 1} more` : "";
      return (data.own.titles[largest] || `Segment ${number}`) + more;
    };
    const meta = (start, end) => {
      const unit = data.unit[0].toUpperCase() + data.unit.slice(1);
      const first = kcpd.number(start + 1), last = kcpd.number(end);
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

  // The place of the first value that is no smaller, in increasing values.
  kcpd.firstAt = (values, wanted, of = (value) => value) => {
    let low = 0, high = values.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (of(values[middle]) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  kcpd.level = (data, starts, index) => ({
    index, starts, size: starts.length,
    isOwn: index === data.levels.default,
    names: data.titles[index],
    colours: colours(data, starts),
    parts: shownParts(data, starts),
    end: (at) => starts[at + 1] ?? data.n_units,
  });

  // A part begins where a segment of the level begins near it; parts that are no coarser than
  // the level are not shown. Parts that are the result's own segments have the titles of these:
  // a level that divides only a few of them would say most titles twice.
  const shownParts = (data, starts) => {
    const near = Math.max(3, data.n_units / 100);
    const shown = new Map([[0, 0]]);
    data.parts.starts.slice(1).forEach((part, index) => {
      const after = kcpd.firstAt(starts, part), before = starts[after - 1] ?? -Infinity;
      const best = (starts[after] ?? Infinity) - part < part - before ? starts[after] : before;
      if (best > 0 && Math.abs(best - part) <= near && !shown.has(best)) shown.set(best, index + 1);
    });
    const isOwn = data.parts.starts.length === data.own.starts.length;
    const most = isOwn ? starts.length / 2 : starts.length - 1;
    return shown.size >= 2 && shown.size <= most ? shown : new Map();
  };

  // Hue of the part in which the middle of a segment lies; neighbours of one part take turns.
  const colours = (data, starts) => {
    let part = 0, before = -1, tone = 0;
    return starts.map((start, index) => {
      const middle = (start + (starts[index + 1] ?? data.n_units)) / 2;
      while (part + 1 < data.parts.starts.length && data.parts.starts[part + 1] <= middle) part += 1;
      tone = part === before ? 1 - tone : 0;
      before = part;
      return { hue: data.hues[part % data.hues.length], tone };
    });
  };

  const painted = new WeakMap();
  kcpd.paint = (node, { hue, tone }) => {
    if (painted.get(node) === `${hue} ${tone}`) return;
    node.style.setProperty("--hue", hue);
    node.style.setProperty("--tone", tone);
    painted.set(node, `${hue} ${tone}`);
  };

  kcpd.setText = (node, text) => { if (node.textContent !== text) node.textContent = text; };

  // Puts the nodes in this order with as few moves as possible.
  kcpd.arrange = (host, nodes) => {
    const wanted = new Set(nodes);
    for (const node of [...host.children]) if (!wanted.has(node)) node.remove();
    let cursor = host.firstElementChild;
    for (const node of nodes) {
      if (node === cursor) cursor = cursor.nextElementSibling;
      else host.insertBefore(node, cursor);
    }
  };
})();
