// Whether the desk is light or dark.

import { preferences } from "./preferences.js";

export const DARK = matchMedia("(prefers-color-scheme: dark)");

/** @returns {"light" | "dark"} */
export function scheme() {
  if (preferences.theme === "light" || preferences.theme === "dark") return preferences.theme;
  return DARK.matches ? "dark" : "light";
}
