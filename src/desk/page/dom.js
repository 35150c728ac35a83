// Elements, made without markup: what comes from a document is only ever text.

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * Makes an element. A function becomes a listener, `true` an empty attribute; `false`, `null`
 * and `undefined` are left out.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {any}
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else setAttribute(element, name, value);
  }
  for (const child of children) {
    if (child || child === "") element.append(child);
  }
  return element;
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {string | number | boolean | null | undefined} value
 */
export function setAttribute(element, name, value) {
  if (value === false || value === null || value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/**
 * Text of a document: in its language, in the direction that its letters have.
 * @param {string} tag
 * @param {string | null} language
 * @param {...(Node | string)} children
 */
export const quote = (tag, language, ...children) =>
  make(tag, { lang: language, dir: "auto", class: "quoted" }, ...children);

// The pictures of control characters begin here (Unicode, block "Control Pictures").
const CONTROL_PICTURES = 0x2400;
const DELETE = 0x7f;
const DELETE_PICTURE = "\u2421";

/**
 * Control characters as pictures, one for one, so that offsets stay. Tabs stay tabs.
 * @param {string} text
 */
export function showControls(text) {
  return text.replace(/[\u0000-\u0008\u000a-\u001f\u007f]/g, (letter) => {
    const code = letter.charCodeAt(0);
    return code === DELETE ? DELETE_PICTURE : String.fromCharCode(CONTROL_PICTURES + code);
  });
}

/**
 * Runs a job some time after the last call.
 * @template {any[]} Given
 * @param {number} milliseconds
 * @param {(...given: Given) => void} job
 */
export function later(milliseconds, job) {
  let timer = 0;
  /** @param {Given} given */
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(job, milliseconds, ...given);
  };
}
