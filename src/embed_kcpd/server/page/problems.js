/* What went wrong, in one line.

   In:  an answer of the server that is an error.
   Out: a Problem whose message says what is wrong and what to do. */

export class Problem extends Error {}

const PLAIN = {
  401: "This server needs its key. Write it into the field “Key of the server” under Settings.",
  413: "The text is too large for this server. Take a shorter one.",
  429: "The server has more work than it takes at once. Try again in a moment.",
  503: "The server is shutting down or not ready. Try again in a moment.",
};

export async function problemOf(answer) {
  const told = await answer.json().then((body) => body.error?.message, () => null);
  const message = (answer.status !== 401 && told) || PLAIN[answer.status]
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
