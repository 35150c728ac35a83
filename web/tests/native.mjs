// The program, whose editions those of the module are compared with.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const CORPUS = resolve(dirname(fileURLToPath(import.meta.url)), "../../corpus");
export const PACKAGE = join(process.env.PLIEGO_WEB, "package");

const inFolder = (work) => {
  const folder = mkdtempSync(join(tmpdir(), "pliego-web-"));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

// The editions that the program makes of a path below the corpus, by the ends of their names.
export const buildNatively = (path, ...options) =>
  inFolder((out) => {
    const program = process.env.PLIEGO_PROGRAM;
    // What the program writes to the console is not for this test.
    execFileSync(program, ["build", path, "--out", out, "--quiet", "--no-cache", ...options], {
      cwd: CORPUS,
      stdio: ["ignore", "ignore", "pipe"],
    });
    const made = readdirSync(out).map((name) => [name.split(".").pop(), join(out, name)]);
    return Object.fromEntries(made.map(([end, file]) => [end, readFileSync(file)]));
  });

const digest = (bytes) => createHash("sha256").update(bytes).digest("hex");

// A PDF with its streams decompressed: two libraries may compress the same bytes to others.
const decompress = (bytes) =>
  inFolder((folder) => {
    const [before, after] = [join(folder, "before.pdf"), join(folder, "after.pdf")];
    writeFileSync(before, bytes);
    const options = ["--stream-data=uncompress", "--object-streams=disable", "--static-id"];
    execFileSync("qpdf", [...options, before, after]);
    // The identifier is a digest of the bytes before.
    return readFileSync(after, "latin1").replace(/\/ID \[<[0-9a-f]+>/, "/ID [<>");
  });

// What two editions are compared by.
export const fingerprint = (format, bytes) => {
  const isCompared = format === "pdf" && !process.env.PLIEGO_SAME_BYTES;
  return digest(isCompared ? decompress(bytes) : bytes);
};
