// Granularity levels and the slider over them: values in, a range input out.
//
// levels(values)  the JSON of outputs/slider.py with the starts of every level worked out
// slider(...)     a labelled range input with marks for the default and for stable levels
//
// Plain script: the report inlines it, the page of the server loads it.  Text is only ever set
// as text.
"use strict";
(() => {
  const kcpd = (window.embedKcpd = window.embedKcpd || {});

  // Each level is a difference to the one before it; the first one to a text without boundaries.
  kcpd.levels = (values) => {
    let current = [];
    const levels = values.levels.map((level) => {
      const gone = new Set(level.remove);
      current = current.filter((start) => !gone.has(start)).concat(level.add);
      current.sort((a, b) => a - b);
      return { ...level, starts: [0, ...current] };
    });
    return { nUnits: values.n_units, own: values.default, levels };
  };

  // One format for all: making one for each number takes longer than everything else.
  const numbers = new Intl.NumberFormat("en");
  kcpd.number = (value) => numbers.format(value);
  kcpd.counted = (count, noun) => `${kcpd.number(count)} ${noun}${count === 1 ? "" : "s"}`;

  kcpd.element = (name, className, text) => {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  };

  // onChange(index) is called at most once for each frame, onRest(index) when the slider rests.
  kcpd.slider = (host, { levels, own }, onChange, onRest) => {
    const { element, counted } = kcpd;
    const input = Object.assign(element("input"), {
      type: "range", id: "granularity", min: 0, max: levels.length - 1, step: 1, value: own,
    });
    input.defaultValue = String(own);
    const label = Object.assign(element("label", "name", "Granularity"), { htmlFor: "granularity" });
    const output = Object.assign(element("output", "count"), { htmlFor: "granularity" });
    const reset = Object.assign(element("button", "reset", "Reset"), { type: "button" });
    const track = element("div", "track");
    track.append(input, marks(levels, own));
    host.replaceChildren(label, track, output, reset, legend(levels));
    host.hidden = false;

    let shown = own, frame = 0, rest = 0;
    const describe = (index) => {
      const level = levels[index];
      const kinds = [index === own && "default", level.stable && "stable"].filter(Boolean);
      const said = counted(level.n_segments, "segment") + (kinds.length ? `, ${kinds.join(", ")}` : "");
      output.textContent = said;
      input.setAttribute("aria-valuetext", said);
      reset.hidden = index === own;
      host.classList.toggle("moved", index !== own);
    };
    const apply = () => {
      frame = 0;
      const index = Number(input.value);
      if (index === shown) return;
      shown = index;
      describe(index);
      onChange(index);
      clearTimeout(rest);
      rest = setTimeout(() => onRest(index), 120);
    };
    input.addEventListener("input", () => { frame = frame || requestAnimationFrame(apply); });
    reset.addEventListener("click", () => { input.value = own; apply(); input.focus(); });
    describe(own);
    return input;
  };

  // Where the middle of the thumb stands for a level.
  const place = (index, levels) =>
    `calc(var(--thumb) / 2 + (100% - var(--thumb)) * ${index / Math.max(1, levels.length - 1)})`;

  const marks = (levels, own) => {
    const row = kcpd.element("div", "marks");
    row.setAttribute("aria-hidden", "true");
    levels.forEach((level, index) => {
      if (!level.stable && index !== own) return;
      const mark = kcpd.element("i", index === own ? "own" : "stable");
      mark.style.left = place(index, levels);
      row.append(mark);
    });
    return row;
  };

  const legend = (levels) => {
    const line = kcpd.element("p", "legend");
    line.append(kcpd.element("i", "own"), " default ");
    if (levels.some((level) => level.stable)) {
      line.append(kcpd.element("i", "stable"), " stable: the same while the price of a boundary grows by a quarter");
    }
    return line;
  };
})();
