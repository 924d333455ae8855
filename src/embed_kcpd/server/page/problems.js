/* What went wrong, in one line.

   In:  an answer of the server that is an error.
   Out: a Problem whose message says what is wrong and what to do. */

export class Problem extends Error {}

const PLAIN = {
  401: "This server needs its key. Write it into the field “Key of the server” under Settings.",
  413: "This is more than the server takes at once. Take a shorter text or a smaller file.",
  429: "The server has more work than it takes at once. Try again in a moment.",
  503: "The server is shutting down or not ready. Try again in a moment.",
};

/* Where the server speaks of headers and bytes, which nobody sees on the page. */
const OWN_WORDS = [401, 413];

export async function problemOf(answer) {
  const told = await answer.json().then((body) => body.error?.message, () => null);
  const message = (!OWN_WORDS.includes(answer.status) && told) || PLAIN[answer.status]
    || `The server answered with the error ${answer.status}.`;
  const wait = Number(answer.headers.get("Retry-After"));
  return new Problem(wait > 0 ? `${stopped(message)} Try again in ${seconds(wait)}.` : message);
}

function stopped(message) {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

function seconds(n) {
  return n === 1 ? "1 second" : `${n} seconds`;
}
