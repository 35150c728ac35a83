// Makes books, beside the page. It loads the module from the page's own text.

import init, { PliegoError, build, designs, recover, version } from "pliego-web";

// Bytes of the module that a page holds: compressed, and written as letters.
async function unpack(letters) {
  const packed = Uint8Array.fromBase64
    ? Uint8Array.fromBase64(letters)
    : Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

// The editions of a document; its Markdown is one of them.
function make({ name, bytes, files, options, wanted }) {
  const formats = wanted.filter((one) => one !== "markdown");
  const all = { ...options, name, files };
  const made = formats.length > 0 ? build(bytes, { ...all, formats }) : null;
  const editions = Object.entries(made?.files ?? {}).map(([format, data]) => ({
    format,
    name: made.report.names[format],
    data,
  }));
  let findings = made?.findings;
  if (wanted.includes("markdown")) {
    const recovered = recover(bytes, all);
    findings ??= recovered.findings;
    const data = new TextEncoder().encode(recovered.markdown);
    editions.push({ format: "markdown", name: `${name.replace(/\.[^.]*$/, "")}.md`, data });
  }
  return { editions, findings, report: made?.report ?? null };
}

const tasks = {
  load: async ({ letters }) => {
    await init(await unpack(letters));
    return { version: version(), designs: designs() };
  },
  make,
};

onmessage = async ({ data: { id, task, ...given } }) => {
  try {
    const done = await tasks[task](given);
    const moved = (done.editions ?? []).map((edition) => edition.data.buffer);
    postMessage({ id, done }, moved);
  } catch (error) {
    const refused = error instanceof PliegoError;
    const { message, code, file, line } = error;
    postMessage({ id, failed: refused ? { message, code, file, line } : { fault: message } });
  }
};
