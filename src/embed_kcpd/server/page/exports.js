/* Files to keep: the result at the level that is shown.

   In:  what was sent, the first units of the segments that are shown, the kind of file.
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

export async function saveAs(kind, { file, settings }, starts) {
  const [address, ending] = KINDS[kind]();
  const chosen = kind === "chunks" ? chunkSettings(settings) : levelSettings(settings, starts);
  const answer = await sent(address, { file, ...chosen });
  save(await answer.blob(), `${file.name.replace(/\.[^.]*$/, "")}.${ending}`);
}

/* Settings that give exactly these segments, or the default where there are none. */
function levelSettings(settings, starts) {
  if (!starts) return settings;
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
