// Makes a part of a document like another. What is equal stays, so that the browser lays out
// again only what has changed: a chapter may be a whole book.

/**
 * Gives an element the children of another, which loses those that are new.
 * @param {Element} old
 * @param {Element} fresh
 */
export function patchChildren(old, fresh) {
  const [ours, theirs] = [[...old.childNodes], [...fresh.childNodes]];
  const most = Math.min(ours.length, theirs.length);
  let start = 0;
  while (start < most && ours[start].isEqualNode(theirs[start])) start += 1;
  let end = 0;
  while (end < most - start && ours.at(-1 - end)?.isEqualNode(theirs.at(-1 - end) ?? null)) end += 1;
  const gone = ours.slice(start, ours.length - end);
  const come = theirs.slice(start, theirs.length - end);
  if (gone.length === 1 && come.length === 1 && isSameShell(gone[0], come[0])) {
    patchChildren(/** @type {Element} */ (gone[0]), /** @type {Element} */ (come[0]));
    return;
  }
  const behind = ours[ours.length - end] ?? null;
  for (const node of gone) node.remove();
  for (const node of come) old.insertBefore(old.ownerDocument.adoptNode(node), behind);
}

/**
 * Whether two nodes are elements of the same name with the same attributes.
 * @param {Node} one
 * @param {Node} other
 */
export const isSameShell = (one, other) =>
  one.nodeType === Node.ELEMENT_NODE && one.cloneNode(false).isEqualNode(other.cloneNode(false));
