// The similarity matrix: squares of the segments on it, and links to the text.
//
// matrixView(...)   redraws the squares
// linkMatrix(...)   pointing shows two sentences, a click goes there
"use strict";
(() => {
  const kcpd = (window.embedKcpd = window.embedKcpd || {});
  const { element } = kcpd;

  kcpd.matrixView = (plot) => {
    const squares = plot.querySelector("svg");
    return ({ starts, colours, end }) => {
      const byColour = new Map();
      colours.forEach((colour, at) => {
        const size = end(at) - starts[at];
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
  // pointing at a sentence shows its row and column.  Arrow keys move from cell to cell, Enter goes there.
  kcpd.linkMatrix = (figure, main, data, textOf) => {
    const plot = figure.querySelector(".plot"), pair = figure.querySelector(".pair");
    const svg = plot.querySelector("svg"), cross = svgPath(svg, "cross"), n = data.n_units;
    svg.append(cross);
    const lines = (i, j) => cross.setAttribute("d", i === null ? "" : `M0 ${i + 0.5}H${n}M${j + 0.5} 0V${n}`);
    const inside = (unit) => Math.min(n - 1, Math.max(0, unit));
    const units = (event) => {
      const box = plot.getBoundingClientRect();
      const at = (value, size) => inside(Math.floor((n * value) / size));
      return [at(event.clientY - box.top, box.height), at(event.clientX - box.left, box.width)].sort((a, b) => a - b);
    };
    const say = (i, j) => {
      pair.replaceChildren(...[...new Set([i, j])].map((unit) => {
        const link = element("a", "", "");
        link.href = `#u${unit}`;
        const words = element("span", "", textOf(unit));
        words.dir = "auto";
        link.append(element("b", "", kcpd.number(unit + 1)), words);
        return link;
      }));
      pair.hidden = false;
      figure.classList.add("pointed");
    };
    const show = (i, j) => { lines(i, j); say(i, j); };
    const go = (i, j) => {
      for (const hit of main.querySelectorAll(".hit")) hit.classList.remove("hit");
      for (const unit of [i, j]) document.getElementById(`u${unit}`)?.classList.add("hit");
    };
    plot.addEventListener("pointermove", (event) => show(...units(event)));
    plot.addEventListener("click", (event) => {
      const [i, j] = units(event);
      show(i, j);
      go(i, j);
      if (event.pointerType !== "touch") location.hash = `u${i}`;
    });
    main.addEventListener("pointerover", (event) => {
      const unit = event.target.closest?.(".u");
      if (!unit?.id) return;
      const at = Number(unit.id.slice(1));
      lines(at, at);
    });
    main.addEventListener("pointerleave", () => lines(null));
    byKeys(plot, data, { inside, show, textOf, go });
  };

  // The plot as one thing that the keyboard reaches; what it says follows the cell.
  const byKeys = (plot, data, { inside, show, textOf, go }) => {
    const step = Math.max(1, Math.round(data.n_units / 50));
    const moves = {
      ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
      PageUp: [-Infinity, 0], PageDown: [Infinity, 0], Home: [0, -Infinity], End: [0, Infinity],
    };
    const live = Object.assign(element("p", "spoken"), { ariaLive: "polite" });
    plot.after(live);
    plot.tabIndex = 0;
    plot.setAttribute("role", "application");
    plot.setAttribute("aria-label",
      `Similarity of two ${data.unit}s. Arrow keys choose them, with Shift in larger steps; Enter goes there.`);
    let [row, column] = [0, 0];
    plot.addEventListener("focus", () => { if (plot.matches(":focus-visible")) show(row, column); });
    plot.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.key === "Enter") {
        go(row, column);
        location.hash = `u${row}`;
      } else if (event.key in moves) {
        const [down, right] = moves[event.key].map((by) => by * (event.shiftKey ? step : 1) || 0);
        [row, column] = [inside(row + down), inside(column + right)];
        show(row, column);
        live.textContent = [...new Set([row, column])]
          .map((unit) => `${kcpd.number(unit + 1)}: ${textOf(unit)}`).join(" ");
      } else return;
      event.preventDefault();
    });
  };
})();
