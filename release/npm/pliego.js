#!/usr/bin/env node
// Runs the program of this platform, which is a package of its own.
"use strict";

const { spawnSync } = require("node:child_process");

const platform = `${process.platform}-${process.arch}`;
const file = process.platform === "win32" ? "pliego.exe" : "pliego";

let program;
try {
  program = require.resolve(`@pliego/${platform}/bin/${file}`);
} catch {
  console.error(
    `pliego: the package @pliego/${platform} is not installed; ` +
      "install pliego again without --no-optional, or build it from its source",
  );
  process.exit(2);
}
const ran = spawnSync(program, process.argv.slice(2), { stdio: "inherit" });
if (ran.error) {
  console.error(`pliego: cannot run ${program}: ${ran.error.message}`);
  process.exit(2);
}
if (ran.signal) {
  process.kill(process.pid, ran.signal);
}
process.exit(ran.status);
