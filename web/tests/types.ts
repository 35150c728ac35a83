// Compiled, never run: what index.d.ts says of the functions.

import init, { audit, build, designs, PliegoError, recover, version } from "pliego-web";
import type { Audit, Editions, Finding, Recovered } from "pliego-web";

await init();
await init(new Uint8Array());
const words: string[] = [version(), ...designs()];
const made: Editions = build("# Uno", {
  name: "uno.md",
  formats: ["epub", "pdf"],
  authors: ["Ana Pérez"],
  files: { "a.png": new Uint8Array(), "b.md": "text" },
  design: words[1] ?? "classic",
});
const epub: Uint8Array | undefined = made.files.epub;
const pages: number | null = made.report.counts.pages;
const found: Finding[] = made.findings;
const recovered: Recovered = recover(new Uint8Array(), { form: "scan", notes: "end" });
const compared: Audit = audit(epub ?? new Uint8Array(), recovered.markdown);
try {
  build("", { formats: [] });
} catch (error) {
  if (error instanceof PliegoError) console.log(error.code, error.file, error.line);
}
console.log(pages, found[0]?.confidence, compared.complete);

// @ts-expect-error There is no such format.
build("", { formats: ["mobi"] });
// @ts-expect-error A place of notes is a word.
recover("", { notes: 3 });
