/* The result on the page, drawn by the scripts that it shares with the report.

   In:  the events of a run: the text, segments of its beginning, then everything.
   Out: text, strip, contents and matrix. The slider walks over all levels without asking the
        server; only the titles of a level are asked for, when the slider rests. */

const kcpd = window.embedKcpd;
const { element, counted } = kcpd;

/* Milliseconds that the page is still before the server is asked for titles: whoever walks over the
   levels one by one wants none of those between, and the server may run on the same machine. */
const ASK_AFTER = 200;

const pause = (milliseconds) => new Promise((resume) => setTimeout(resume, milliseconds));

export class View {
  constructor(titlesOf) {
    this.root = document.getElementById("result");
    this.lede = document.getElementById("lede");
    this.titlesOf = titlesOf;
    this.markCurrent = kcpd.markCurrent(document.body, () => this.#bottomOfBar(),
      (at) => this.shown?.viewer.mark(at));
  }

  clear() {
    this.root.hidden = true;
    this.root.replaceChildren();
    this.shown = null;
    document.body.classList.remove("with-result");
  }

  take(event, values) {
    if (event === "text") this.#text(values);
    if (event === "segments") this.#segments(values);
    if (event === "result") this.#result(values);
  }

  /* First units of the segments that are shown, and whether these are the default. */
  get choice() {
    const { levels, index } = this.shown;
    return { starts: levels.levels[index].starts, isDefault: index === levels.own };
  }

  #text({ pieces, ...known }) {
    this.root.replaceChildren(document.getElementById("result-parts").content.cloneNode(true));
    this.root.hidden = false;
    this.root.classList.add("unfinished");
    this.lede.replaceChildren(counted(known.n_units, known.unit));
    this.pieces = piecesOf(pieces);
    const data = { ...NOTHING_KNOWN, ...known, long: Infinity, crowded: Infinity };
    this.preview = { data, viewer: this.#viewer(data, {}) };
    this.#segments({ n_units: 0, boundaries: [] });
  }

  /* The units so far in segments; the rest of the text is one without colour. */
  #segments({ n_units: done, boundaries }) {
    const { data, viewer } = this.preview;
    const starts = [0, ...boundaries, ...(done > 0 && done < data.n_units ? [done] : [])];
    data.parts = { starts, titles: starts.map(() => "") };
    viewer.show(starts, null);
    for (const list of [this.#find("main"), this.#find(".own")]) {
      list.querySelector(".unread")?.classList.remove("unread");
      if (done < data.n_units) list.lastElementChild?.classList.add("unread");
    }
  }

  #result({ picture, axis, pieces, ...data }) {
    // Passages of a conversation can begin elsewhere than they did when the text came.
    if (pieces) this.pieces = piecesOf(pieces);
    const levels = kcpd.levels(data.levels);
    this.root.classList.remove("unfinished");
    document.body.classList.add("with-result");
    this.#find("main").replaceChildren();
    const hasStems = data.near && data.n_units > 1;
    for (const part of [".stems", ".bar + .caption"]) this.#find(part).hidden = !hasStems;
    this.#find(".contents .label span").textContent = `${data.unit}s`;
    this.#find(".chapters").hidden = data.when?.kind !== "clock";
    this.lede.replaceChildren(`${counted(data.n_units, data.unit)} in `, element("strong"));
    drawAxis(this.#find(".ticks"), axis);
    drawParts(this.#find(".parts"), data);
    this.#matrix(picture, data);
    const beside = {
      stems: hasStems ? this.#find(".stems > div") : null, plot: picture && this.#find(".plot"),
      outline: this.#find(".contents"), count: this.lede.querySelector("strong"),
    };
    this.shown = { data, levels, index: levels.own, viewer: this.#viewer(data, beside) };
    this.#redraw();
    if (picture) {
      kcpd.linkMatrix(this.#find(".matrix"), this.#find("main"), data, this.shown.viewer.textOf);
    }
    if (levels.levels.length > 1) {
      kcpd.slider(this.#find(".slider"), levels,
        (index) => this.#show(index), (index) => this.#rest(index));
    }
  }

  #viewer(data, beside) {
    const [main, strip] = [this.#find("main"), this.#find(".strip")];
    return kcpd.viewer({ main, strip, pieces: this.pieces, ...beside }, data);
  }

  /* Draws a level over the next frames. */
  #show(index) {
    const { levels, viewer } = this.shown;
    this.shown.index = index;
    this.#steadily((unit) => viewer.showing(levels.levels[index].starts, index, unit));
  }

  /* Draws the level that is shown at once. */
  #redraw() {
    const { levels, viewer, index } = this.shown;
    viewer.show(levels.levels[index].starts, index);
    this.markCurrent();
  }

  #steadily(steps) {
    const [main, bar] = [this.#find("main"), this.#find(".bar")];
    kcpd.steadily({ main, bar, viewer: this.shown.viewer, steps });
  }

  async #rest(index) {
    const { data, levels, viewer } = this.shown;
    this.#steadily(() => viewer.settling(this.markCurrent));
    if (index === levels.own || data.titles[index]) return;
    let wasBusy;
    do {
      wasBusy = this.#find("main")?.hasAttribute("aria-busy");
      await pause(ASK_AFTER);
    } while (wasBusy);
    if (this.shown?.data !== data || this.shown.index !== index) return;
    const titles = await this.titlesOf(levels.levels[index].starts.slice(1));
    if (!titles) return;
    data.titles[index] = titles;
    if (this.shown?.data !== data || this.shown.index !== index) return;
    this.#show(index);
    this.#steadily(() => viewer.settling(this.markCurrent));
  }

  #matrix(picture, data) {
    const figure = this.#find(".matrix");
    figure.hidden = !picture;
    if (!picture) return;
    figure.querySelector("img").src = `data:image/png;base64,${picture}`;
    figure.querySelector("svg").setAttribute("viewBox", `0 0 ${data.n_units} ${data.n_units}`);
  }

  #bottomOfBar() {
    return this.#find(".bar")?.getBoundingClientRect().bottom ?? 0;
  }

  #find(selector) {
    return this.root.querySelector(selector);
  }
}

/* The pieces of the text as elements; text is only ever set as text. */
function piecesOf(values) {
  let before = -1;
  return values.map(([unit, paragraph, kind, text]) => {
    const node = element("span", "u", text);
    if (unit !== before) node.id = `u${unit}`;
    before = unit;
    return { unit, paragraph, kind, node };
  });
}

/* What the viewer draws from while nothing but the text is known. */
const NOTHING_KNOWN = {
  levels: { default: -1 }, titles: {}, sections: [], near: null, when: null,
  own: { starts: [], titles: [], notes: [] },
};

function drawAxis(ticks, labels) {
  ticks.replaceChildren(...labels.map(([place, label]) => {
    const made = element("span", "", label);
    made.style.left = `${place}%`;
    return made;
  }));
}

function drawParts(row, { parts, hues, n_units: n }) {
  row.replaceChildren(...parts.starts.map((start, index) => {
    const made = element("a", "", parts.titles[index] || `Part ${index + 1}`);
    made.href = `#u${start}`;
    made.tabIndex = -1;
    made.title = made.textContent;
    made.style.setProperty("--hue", hues[index % hues.length]);
    made.style.left = `${(100 * start) / n}%`;
    made.style.width = `${(100 * ((parts.starts[index + 1] ?? n) - start)) / n}%`;
    return made;
  }));
}
