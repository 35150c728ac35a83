// Prints the package.json of the main package, or of the package of one platform.
//
//   node package.mjs main VERSION
//   node package.mjs platform VERSION linux-x64

const [kind, version, platform] = process.argv.slice(2);
const PLATFORMS = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "win32-x64"];

const common = { version, license: "(MIT OR Apache-2.0)" };
let described;
if (kind === "main") {
  described = {
    name: "pliego",
    ...common,
    description: "Turns texts into books: accessible EPUB 3 and typeset PDF.",
    keywords: ["epub", "pdf", "typesetting", "footnotes", "books"],
    bin: { pliego: "pliego.js" },
    files: ["pliego.js", "README.md", "LICENSE-MIT", "LICENSE-APACHE"],
    engines: { node: ">=18" },
    // npm installs the one that fits the machine.
    optionalDependencies: Object.fromEntries(
      PLATFORMS.map((name) => [`@pliego/${name}`, version]),
    ),
  };
} else if (kind === "platform" && PLATFORMS.includes(platform)) {
  const [os, cpu] = platform.split("-");
  described = {
    name: `@pliego/${platform}`,
    ...common,
    description: `The program pliego for ${platform}.`,
    os: [os],
    cpu: [cpu],
    files: ["bin", "LICENSE-MIT", "LICENSE-APACHE"],
    preferUnplugged: true,
  };
} else {
  console.error(`package.mjs: main VERSION, or platform VERSION and one of ${PLATFORMS}`);
  process.exit(2);
}
console.log(JSON.stringify(described, null, 2));
