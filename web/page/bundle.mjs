// Puts the page, its scripts and the module into one file.
// usage: node bundle.mjs MODULES PACKAGE
//   MODULES: the folder node_modules that holds esbuild
//   PACKAGE: the folder of the npm package; gets pliego.html

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const [modules, into] = process.argv.slice(2);
const { buildSync } = createRequire(join(resolve(modules), "x"))("esbuild");
const here = dirname(fileURLToPath(import.meta.url));
const read = (name) => readFileSync(join(here, name), "utf8");

// A script of one file. It is given the module, and so looks for it nowhere.
const bundle = (name) =>
  buildSync({
    entryPoints: [join(here, name)],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
    charset: "utf8",
    define: { "import.meta.url": '"about:blank"' },
    external: ["node:*"],
    alias: { "pliego-web": join(resolve(into), "index.js") },
    logLevel: "warning",
  }).outputFiles[0].text;

// Nothing ends a script but the end of the script.
const inline = (script) => script.trim().replaceAll("</script", "<\\/script");
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const style = read("page.css").trim();
const script = inline(bundle("page.js"));
const policy = [
  "default-src 'none'",
  // The page's own script; the worker is made of the page's own text, and compiles the module.
  `script-src ${hash(script)} 'wasm-unsafe-eval'`,
  "worker-src blob:",
  `style-src ${hash(style)}`,
  "img-src data:",
  "connect-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
];
const packed = gzipSync(readFileSync(join(into, "module_bg.wasm")), { level: 9 });
const parts = {
  POLICY: policy.join("; "),
  STYLE: style,
  MODULE: packed.toString("base64"),
  WORKER: inline(bundle("worker.js")),
  SCRIPT: script,
};
const page = read("page.html").replace(/@([A-Z]+)@/g, (_, part) => parts[part]);
writeFileSync(join(into, "pliego.html"), page);
