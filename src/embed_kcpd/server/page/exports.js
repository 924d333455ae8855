/* Files to keep: the result at the level that is shown.

   In:  what was sent, the segments that are shown, the kind of file.
   Out: a file that the server makes from the same text and the browser saves. */

import { sent } from "./stream.js";

const KINDS = {
  json: () => ["v1/segment", "json"],
  html: () => ["v1/segment?format=html", "html"],
  chunks: () => ["v1/chunk?format=jsonl", "chunks.jsonl"],
  chapters: () => {
    const { value, dataset } = document.getElementById("chapter-format").selectedOptions[0];
    return [`v1/chapters?format=${value}`, `chapters.${dataset.ending}`];
  },
};

export async function saveAs(kind, { file, settings }, { starts, isDefault }) {
  const [address, ending] = KINDS[kind]();
  const answer = await sent(address, { file, ...settingsOf(kind, settings, starts, isDefault) });
  save(await answer.blob(), `${file.name.replace(/\.[^.]*$/, "")}.${ending}`);
}

function settingsOf(kind, settings, starts, isDefault) {
  if (kind === "chunks") return chunkSettings(settings);
  if (!isDefault) return levelSettings(settings, starts);
  // A recording can bring chapters of its own: the segments that are shown are saved instead.
  return kind === "chapters" ? { ...settings, existing: "ignore" } : settings;
}

/* Settings that give exactly these segments. */
function levelSettings(settings, starts) {
  const { target_size, target_chars, target_tokens, target_seconds, ...rest } = settings;
  return { ...rest, segments: starts.length, boundary_at: starts.slice(1) };
}

/* Chunks have sizes of their own, in tokens; the slider means nothing for them. */
function chunkSettings({ unit, language, headings, min_tokens, max_tokens, target_tokens }) {
  return { unit, language, headings, min_tokens, max_tokens, target_tokens };
}

function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
