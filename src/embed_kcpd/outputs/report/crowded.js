// A strip of many segments and its stems, each as one picture.
//
// crowdedStrip(...)   gives {draw(level), mark(at)}
//
// One path for each colour, and one link: it lies over the segment under the pointer, so that hovering,
// tapping and opening in a new tab are the browser's own. Arrow keys move it along the strip.
"use strict";
(() => {
  const kcpd = (window.embedKcpd = window.embedKcpd || {});
  const { element, paint } = kcpd;

  const drawing = (width, height, className) => {
    // Parsed, so that the file has no address in it, not even that of a namespace.
    const parsed = element("div");
    parsed.innerHTML = "<svg></svg>";
    const made = parsed.firstChild;
    for (const [name, value] of [
      ["viewBox", `0 0 ${width} ${height}`], ["preserveAspectRatio", "none"],
      ["aria-hidden", "true"], ["class", className],
    ]) made.setAttribute(name, value);
    return made;
  };
  const path = (svg, className = "") => {
    const made = document.createElementNS(svg.namespaceURI, "path");
    if (className) made.setAttribute("class", className);
    svg.append(made);
    return made;
  };

  kcpd.crowdedStrip = (row, stems, data, point) => {
    const n = data.n_units, thinnest = n / 1000;
    const blocks = drawing(n, 1, "blocks"), paths = new Map(), link = element("a", "pointer");
    const current = path(blocks, "current");
    const posts = drawing(n, 100, "posts"), lines = path(posts), heads = path(posts, "heads");
    let level = null, pointed = 0, marked = 0;

    const block = (at) => {
      const start = level.starts[at], size = Math.max(thinnest, level.end(at) - start);
      return `M${start} 0h${size}v1h${-size}z`;
    };
    const drawBlocks = () => {
      const shapes = new Map([...paths.keys()].map((key) => [key, ""]));
      level.colours.forEach((colour, at) => {
        const key = `${colour.hue} ${colour.tone}`;
        if (!paths.has(key)) {
          paths.set(key, path(blocks));
          paint(paths.get(key), colour);
          blocks.append(current);
        }
        shapes.set(key, (shapes.get(key) ?? "") + block(at));
      });
      for (const [key, shape] of shapes) paths.get(key).setAttribute("d", shape);
    };
    const drawPosts = () => {
      const boundaries = level.starts.slice(1);
      lines.setAttribute("d", boundaries.map((unit) => `M${unit} 100V${100 - data.near[unit]}`).join(""));
      heads.setAttribute("d", boundaries.map((unit) => `M${unit} ${100 - data.near[unit]}h0`).join(""));
    };
    const pointAt = (at) => {
      pointed = Math.min(level.size - 1, Math.max(0, at));
      point(link, level, pointed);
      if (pointed === marked) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    };
    const under = ({ clientX }) => {
      const box = row.getBoundingClientRect();
      return kcpd.firstAt(level.starts, (n * (clientX - box.left)) / box.width + 1e-9) - 1;
    };
    const isShown = () => link.isConnected;
    for (const kind of ["pointermove", "pointerdown"]) {
      row.addEventListener(kind, (event) => { if (isShown()) pointAt(under(event)); });
    }
    row.addEventListener("click", (event) => {
      if (isShown() && event.target !== link) link.click();
    });
    link.addEventListener("keydown", (event) => {
      const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
      if (!(event.key in steps) || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      pointAt(pointed + steps[event.key]);
    });

    const mark = (at) => {
      marked = at;
      // Before the first move of the slider the links of the file stand there.
      if (!level) return;
      const colour = level.colours[at];
      current.setAttribute("d", colour ? block(at) : "");
      if (colour) paint(current, colour);
      if (colour && !link.matches(":hover, :focus")) pointAt(at);
    };
    return {
      mark,
      draw(drawn) {
        level = drawn;
        if (!isShown()) row.replaceChildren(blocks, link);
        if (stems && data.near && !posts.isConnected) stems.replaceChildren(posts);
        drawBlocks();
        if (stems && data.near) drawPosts();
        mark(Math.min(marked, level.size - 1));
      },
    };
  };
})();
