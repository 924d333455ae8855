// The report: the slider redraws what already stands in the page.
"use strict";
(() => {
  const kcpd = window.embedKcpd;
  const data = JSON.parse(document.getElementById("data").textContent);
  const find = (selector) => document.querySelector(selector);
  const main = find("main"), bar = find(".bar");
  const pieces = kcpd.piecesOf(main);
  const viewer = kcpd.viewer({
    main, pieces, strip: find(".strip"), stems: find(".stems > div"), plot: find(".matrix .plot"),
    outline: find(".contents"), count: find(".lede strong"),
  }, data);
  const levels = kcpd.levels(data.levels);
  const soon = kcpd.markCurrent(main, () => bar?.getBoundingClientRect().bottom ?? 0);

  if (levels.levels.length > 1) {
    kcpd.slider(find(".slider"), levels,
      (index) => kcpd.steadily(main, bar, () => viewer.show(levels.levels[index].starts, index)),
      (index) => { viewer.settle(levels.levels[index].starts, index); soon(); });
  }
  const figure = find(".matrix");
  if (figure) kcpd.linkMatrix(figure, main, data, viewer.textOf);
})();
