/* Where the text comes from: pasted, a file that was chosen or dropped, or a sample.

   In:  the elements of the form.
   Out: the text as a File, whatever it came from, and that file as the server reads it. */

import { Problem } from "./problems.js";

const PASTED = "Pasted text";

export class Source {
  #file = null;

  constructor(onFile) {
    this.pasted = document.getElementById("pasted");
    this.chosen = document.getElementById("chosen");
    const input = document.getElementById("file");
    document.getElementById("choose").addEventListener("click", () => input.click());
    input.addEventListener("change", () => {
      if (input.files.length) onFile(this.take(input.files[0]));
      input.value = "";
    });
    document.getElementById("remove").addEventListener("click", () => this.#release());
    this.#acceptDrops(onFile);
  }

  /* What to segment now. */
  file() {
    if (this.#file) return this.#file;
    if (!this.pasted.value.trim()) {
      throw new Problem("There is no text yet. Paste one, or choose a file.");
    }
    return new File([this.pasted.value], PASTED, { type: "text/plain" });
  }

  take(file) {
    this.#file = file;
    document.getElementById("chosen-name").textContent = file.name;
    document.getElementById("chosen-size").textContent = bytes(file.size);
    this.chosen.hidden = false;
    this.pasted.hidden = true;
    return file;
  }

  #release() {
    this.#file = null;
    this.chosen.hidden = true;
    this.pasted.hidden = false;
    this.pasted.focus();
  }

  #acceptDrops(onFile) {
    // Entering a child comes before leaving its parent, so both are counted.
    let inside = 0;
    const mark = (change) => {
      inside = Math.max(0, inside + change);
      document.body.classList.toggle("dropping", inside > 0);
    };
    const holdsFile = (event) => event.dataTransfer?.types.includes("Files");
    document.addEventListener("dragenter", (event) => holdsFile(event) && mark(1));
    document.addEventListener("dragleave", (event) => holdsFile(event) && mark(-1));
    document.addEventListener("dragover", (event) => holdsFile(event) && event.preventDefault());
    document.addEventListener("drop", (event) => {
      if (!holdsFile(event)) return;
      event.preventDefault();
      mark(-inside);
      if (event.dataTransfer.files.length) onFile(this.take(event.dataTransfer.files[0]));
    });
  }
}

/* A file as JSON: its text where it is UTF-8, else its bytes. */
export async function fileValues(file) {
  const bytes = await file.arrayBuffer().catch(() => {
    throw new Problem(`${file.name} cannot be read. If it is a folder, choose the files in it one by one.`);
  });
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { name: file.name, text };
  } catch {
    return { name: file.name, base64: await base64(file) };
  }
}

function base64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(",") + 1));
    reader.onerror = () => reject(new Problem(`${file.name} cannot be read.`));
    reader.readAsDataURL(file);
  });
}

export function bytes(n) {
  if (n < 1000) return `${n} bytes`;
  return n < 1e6 ? `${Math.round(n / 1000)} kB` : `${(n / 1e6).toFixed(1)} MB`;
}
