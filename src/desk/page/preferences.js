// What a person prefers: theme, language, keys, typeface. Kept by the browser.

const DEFAULTS = {
  theme: "auto",
  language: navigator.language.toLowerCase().startsWith("es") ? "es" : "en",
  letterKeys: true,
  typewriter: false,
};

const KEY = "pliego-desk";

/** Storage can be forbidden, and what it holds can be broken: then the defaults serve. */
function read() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

/** @type {typeof DEFAULTS} */
export const preferences = read();

const changes = new EventTarget();

/**
 * @template {keyof typeof DEFAULTS} Name
 * @param {Name} name
 * @param {(typeof DEFAULTS)[Name]} value
 */
export function prefer(name, value) {
  preferences[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // It holds for this sitting, then.
  }
  changes.dispatchEvent(new Event("change"));
}

/** @param {() => void} listener */
export const onPreference = (listener) => changes.addEventListener("change", listener);
