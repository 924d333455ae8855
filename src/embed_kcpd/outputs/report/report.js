// The report: the slider redraws what already stands in the page.
"use strict";
(() => {
  const kcpd = window.embedKcpd;
  const data = JSON.parse(document.getElementById("data").textContent);
  const find = (selector) => document.querySelector(selector);
  const main = find("main"), bar = find(".bar");
  const viewer = kcpd.viewer({
    main, pieces: kcpd.piecesOf(main), strip: find(".strip"), stems: find(".stems > div"),
    plot: find(".matrix .plot"), outline: find(".contents"), count: find(".lede strong"),
  }, data);
  const { levels, own } = kcpd.levels(data.levels);
  viewer.standing(levels[own].starts, own);
  const soon = kcpd.markCurrent(main, () => bar?.getBoundingClientRect().bottom ?? 0, viewer.mark);

  if (levels.length > 1) {
    const steadily = (steps) => kcpd.steadily({ main, bar, viewer, steps });
    kcpd.slider(find(".slider"), { levels, own },
      (index) => steadily((unit) => viewer.showing(levels[index].starts, index, unit)),
      () => steadily(() => viewer.settling(soon)));
  }
  const figure = find(".matrix");
  if (figure) kcpd.linkMatrix(figure, main, data, viewer.textOf);
})();
