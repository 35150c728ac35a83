// What the desk says in passing: seen at the foot of the page, and spoken when there is time.

import { byId } from "./dom.js";

// A message is taken away when it has been read, in milliseconds.
const SHOWN = 8000;

let timer = 0;

/** @param {string} words */
export function tell(words) {
  const status = byId("status");
  // The same words again would not be spoken.
  if (status.textContent === words) status.textContent = "";
  requestAnimationFrame(() => {
    status.textContent = words;
  });
  clearTimeout(timer);
  timer = setTimeout(() => {
    status.textContent = "";
  }, SHOWN);
}
