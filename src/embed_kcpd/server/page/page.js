/* The page: a text goes in, its segments come out, at every granularity. */

import { saveAs } from "./exports.js";
import { Problem } from "./problems.js";
import { changedSettings, settingsOf } from "./settings.js";
import { Source, fileValues } from "./source.js";
import { events, got, sent } from "./stream.js";
import { View } from "./view.js";

const at = (id) => document.getElementById(id);
const form = at("form");
const source = new Source(() => run());
const view = new View(titlesOf);
let running = null;
let given = null;
let naming = null;

form.addEventListener("submit", (event) => {
  event.preventDefault();
  run();
});
form.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) run();
});
form.addEventListener("change", () => {
  const n = changedSettings(form);
  at("settings-said").textContent = n ? `${n} changed` : "";
});
at("stop").addEventListener("click", () => stop());
for (const button of document.querySelectorAll("[data-sample]")) {
  button.addEventListener("click", () => attempt(async () => {
    const answer = await got(`page/samples/${button.dataset.sample}`);
    source.take(new File([await answer.blob()], button.dataset.sample));
    await run();
  }));
}
at("result").addEventListener("click", (event) => {
  const kind = event.target.closest("[data-export]")?.dataset.export;
  if (kind) attempt(() => saveAs(kind, given, view.choice));
});

async function run() {
  stop();
  const request = (running = new AbortController());
  await attempt(async () => {
    try {
      const [file, settings] = [source.file(), settingsOf(form)];
      open(file.name);
      given = { file: await fileValues(file), settings };
      await follow(events("v1/view", { file: given.file, ...settings }, request.signal));
      at("status").textContent = at("lede").textContent;
    } catch (error) {
      if (!request.signal.aborted) throw error;
    } finally {
      if (running === request) stop();
      if (running === null && !view.shown) at("source").open = true;
    }
  });
}

async function follow(stream) {
  for await (const { event, data } of stream) {
    if (event === "error") throw new Problem(data.error.message);
    if (event === "text" && !data.pieces.length) throw new Problem("The file holds no text.");
    if (event === "progress") progress(data);
    else if (event === "done") return;
    else view.take(event, data);
  }
  throw new Problem("The connection was lost before the result was complete. Try again.");
}

/* Titles of the segments between boundaries; null where the level changed or the server is busy,
   and the page shows the first words of segments instead. */
async function titlesOf(boundaries) {
  naming?.abort();
  const { signal } = (naming = new AbortController());
  try {
    const body = { file: given.file, ...given.settings, boundaries };
    return (await (await sent("v1/titles", body, { signal })).json()).titles;
  } catch (error) {
    if (signal.aborted || error instanceof Problem) return null;
    throw error;
  }
}

function open(name) {
  document.body.classList.remove("start");
  at("source").open = false;
  at("name").textContent = name;
  at("name").focus({ preventScroll: true });
  // A caret in the hidden text would be looked for, through all of it, at every layout.
  getSelection().removeAllRanges();
  at("lede").textContent = "";
  document.title = `${name}: embed-kcpd`;
  naming?.abort();
  view.clear();
  history.replaceState(null, "", location.pathname);
  scrollTo({ top: 0, behavior: "instant" });
  progress({ stage: "Reading the text" });
}

function progress({ stage, done, total }) {
  const isCounted = total && done < total;
  const counts = isCounted ? `: ${done.toLocaleString("en")} of ${total.toLocaleString("en")}` : "";
  at("progress").hidden = false;
  at("stage").textContent = total && !isCounted ? "Finding the segments" : capital(stage) + counts;
  if (isCounted) at("bar").value = done / total;
  else at("bar").removeAttribute("value");
}

function capital(words) {
  return words[0].toUpperCase() + words.slice(1);
}

function stop() {
  running?.abort();
  running = null;
  at("progress").hidden = true;
}

/* Do something, and say in one line what went wrong with it. */
async function attempt(work) {
  at("problem").hidden = true;
  try {
    await work();
  } catch (error) {
    const isForeseen = error instanceof Problem;
    if (!isForeseen) console.error(error);
    at("problem").textContent = (isForeseen ? "" : "This page failed: ") + error.message;
    at("problem").hidden = false;
    at("problem").scrollIntoView({ block: "nearest" });
  }
}
