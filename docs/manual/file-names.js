// Shows the name of the file that an example puts into its folder, above the example.
for (const code of document.querySelectorAll('code.language-file, code.language-escaped')) {
    const block = code.closest('pre');
    const file = code.classList[1];
    // Where the text says it already, as pages that are read in order do.
    if (block.previousElementSibling?.textContent.includes(file)) continue;
    const name = document.createElement('div');
    name.className = 'file-name';
    name.textContent = file;
    block.before(name);
}
