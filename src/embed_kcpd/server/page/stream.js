/* A request whose answer is read while it is written.

   In:  an address, a body, a signal that ends the request.
   Out: the events of the answer, one after the other, as {event, data}.

   EventSource cannot send a body, so the stream of server-sent events is read here:
   https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream */

import { Problem, problemOf } from "./problems.js";

export async function* events(address, body, signal) {
  const answer = await sent(address, body, { signal, accept: "text/event-stream" });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  const parser = new EventParser();
  for (;;) {
    const { done, value } = await reader.read().catch((error) => {
      if (signal.aborted) throw error;
      throw new Problem("The connection was lost before the result was complete. Try again.");
    });
    if (done) return;
    yield* parser.read(value);
  }
}

export async function sent(address, body, { signal, accept = "*/*" } = {}) {
  const headers = { "Content-Type": "application/json", Accept: accept, ...keyHeader() };
  return got(address, { method: "POST", body: JSON.stringify(body), headers, signal });
}

/* The answer to a request; a Problem where there is none, or where it is an error. */
export async function got(address, options = {}) {
  let answer;
  try {
    answer = await fetch(address, options);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new Problem("The server cannot be reached. See whether it runs, then try again.");
  }
  if (!answer.ok) throw await problemOf(answer);
  return answer;
}

/* The key of a server that asks for one; it is kept on this page and nowhere else. */
function keyHeader() {
  const key = document.getElementById("key")?.value.trim();
  return key ? { Authorization: `Bearer ${key}` } : {};
}

export class EventParser {
  #rest = "";
  #event = "";
  #data = [];

  /* The events that are complete after this piece of the stream. */
  *read(piece) {
    const lines = (this.#rest + piece).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop();
    for (const line of lines) {
      if (line === "") {
        if (this.#data.length) yield { event: this.#event, data: JSON.parse(this.#data.join("\n")) };
        this.#event = "";
        this.#data = [];
      } else {
        this.#field(line);
      }
    }
  }

  #field(line) {
    const [, name, value] = /^([^:]*):? ?(.*)$/s.exec(line);
    if (name === "event") this.#event = value;
    if (name === "data") this.#data.push(value);
  }
}
