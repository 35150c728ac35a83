// The functions of the module, in Node.js.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import { buildNatively, CORPUS, fingerprint, PACKAGE } from "./native.mjs";

const LETTER = "# Carta\n\nQuerida amiga.[^1]\n\n[^1]: Desde Lisboa.\n";

const pliego = await import(pathToFileURL(join(PACKAGE, "index.js")));
const { audit, build, designs, PliegoError, recover, version } = pliego;
before(() => pliego.default());

const refusal = (call) => {
  try {
    call();
  } catch (error) {
    return error;
  }
  return assert.fail("it was not refused");
};

test("a text becomes editions", () => {
  const made = build(LETTER, { language: "es" });
  assert.deepEqual(Object.keys(made.files).sort(), ["epub", "pdf"]);
  assert.equal(made.report.title, "Carta");
  assert.equal(made.report.counts.notes, 1);
  assert.equal(made.report.names.epub, "text.epub");
  assert.deepEqual(made.findings, []);
  for (const edition of Object.values(made.files)) {
    assert.ok(audit(edition, LETTER, { language: "es" }).complete);
  }
});

test("an edition that lost words is not complete", () => {
  const made = build(LETTER, { language: "es", formats: ["epub"] });
  const more = LETTER.replace("amiga", "amiga mía");
  const { complete, findings } = audit(made.files.epub, more, { language: "es" });
  assert.equal(complete, false);
  assert.equal(findings[0].severity, "error");
});

test("a raw text becomes Markdown", () => {
  const recovered = recover("Juan vivía en el mo-\nlino de arriba.\n");
  assert.equal(recovered.markdown, "Juan vivía en el molino de arriba.\n");
  assert.equal(recovered.ledger.bytes, 38);
  assert.equal(recovered.removals[0].kind, "line-end-hyphen");
  assert.ok(recovered.document["pandoc-api-version"]);
});

test("files that a book names lie beside it", () => {
  const picture = readFileSync(join(CORPUS, "images/prensa.svg"));
  const text = "# Prensa\n\n![Una prensa](images/prensa.svg)\n";
  const said = { name: "prensa.md", language: "es", formats: ["epub"] };
  const alone = build(text, said);
  assert.equal(alone.findings.length, 1);
  assert.equal(alone.findings[0].file, "prensa.md");
  assert.equal(alone.findings[0].line, 3);
  const files = { "images/prensa.svg": picture };
  assert.deepEqual(build(text, { ...said, files }).findings, []);
});

test("a book.toml is built with its chapters", () => {
  const toml = '[book]\ntitle = "Dos"\nlanguage = "es"\nchapters = ["uno.md", "dos.md"]\n';
  const files = { "uno.md": "# Uno\n\nTexto.\n", "dos.md": "# Dos\n\nTexto.\n" };
  const made = build(toml, { name: "book.toml", files, formats: ["epub"] });
  assert.equal(made.report.title, "Dos");
  assert.equal(made.report.counts.chapters, 2);
});

test("every named edition of a book.toml is made", () => {
  const book =
    '[book]\ntitle = "T"\nlanguage = "es"\nslug = "t"\nchapters = ["uno.md"]\n' +
    '[[edition]]\nname = "grande"\ndesign.template = "large-print"\n' +
    '[[edition]]\nname = "kindle"\nformats = ["epub"]\nepub-flavour = "kindle"\n';
  const options = { name: "book.toml", files: { "uno.md": LETTER } };
  const made = build(book, options);
  assert.deepEqual(Object.keys(made.files).sort(), ["grande/epub", "grande/pdf", "kindle/epub"]);
  assert.equal(made.report.names["grande/pdf"], "t-grande.pdf");
  const one = build(book, { ...options, editions: ["kindle"] });
  assert.deepEqual(one.files["kindle/epub"], made.files["kindle/epub"]);
});

test("what cannot be used says why and where", () => {
  const missing = refusal(() => build('[book]\ntitel = "Uno"\n', { name: "book.toml" }));
  assert.ok(missing instanceof PliegoError);
  assert.deepEqual([missing.file, missing.line], ["book.toml", 2]);
  assert.equal(typeof missing.code, "string");
  const option = refusal(() => build(LETTER, { language: "Spanish" }));
  assert.deepEqual([option.code, option.file], ["option", null]);
  assert.match(option.message, /es/);
  assert.match(refusal(() => build(LETTER, { design: "no" })).message, /classic/);
  assert.match(refusal(() => build(LETTER, { formats: ["mobi"] })).message, /epub/);
  assert.match(refusal(() => build(LETTER, { titel: "x" })).message, /titel/);
  assert.ok(refusal(() => audit(new Uint8Array([1, 2]), LETTER)) instanceof PliegoError);
  // The module goes on.
  assert.equal(build(LETTER, { formats: ["epub"] }).report.title, "Carta");
});

test("designs and version are told", () => {
  assert.equal(designs()[0], "classic");
  assert.match(version(), /^\d+\.\d+\.\d+$/);
});

for (const name of ["carta-a-tomas.txt", "the-paper-mill.pdf", "diario-de-una-prensa.md"]) {
  test(`${name} has the bytes of the program`, () => {
    const files = { "images/prensa.svg": readFileSync(join(CORPUS, "images/prensa.svg")) };
    const made = build(readFileSync(join(CORPUS, name)), { name, files });
    const native = buildNatively(name);
    for (const format of ["epub", "pdf"]) {
      assert.equal(
        fingerprint(format, made.files[format]),
        fingerprint(format, native[format]),
        format,
      );
    }
  });
}

// The examples of the documentation are modules that find the package where npm puts it.
const HERE = dirname(fileURLToPath(import.meta.url));
for (const path of ["../npm/README.md", "../../docs/manual/src/web.md"]) {
  test(`the examples of ${path} hold`, async (t) => {
    const page = readFileSync(join(HERE, path), "utf8");
    const examples = [...page.matchAll(/^```js\n(.*?)^```$/gms)].map(([, example]) => example);
    assert.ok(examples.length > 1);
    const folder = join(process.env.PLIEGO_WEB, "examples");
    mkdirSync(folder, { recursive: true });
    t.mock.method(console, "assert", (holds) => assert.ok(holds));
    for (const [number, example] of examples.entries()) {
      const file = join(folder, `${path.replaceAll(/\W/g, "-")}-${number}.mjs`);
      writeFileSync(file, example);
      await import(pathToFileURL(file));
    }
  });
}
