/** More would be slow to colour, and nobody looks at them all. */
const mostMarked = 100;

/** Colours words in what was found, where the browser can do so without a change of the page. */
export function markWords(/** @type {readonly Node[]} */ nodes, /** @type {readonly string[]} */ words) {
  if (!('highlights' in CSS)) return;
  const marked = words.length === 0 ? [] : nodes.slice(0, mostMarked);
  CSS.highlights.set('found', new Highlight(...marked.flatMap((node) => rangesIn(node, words))));
}

function rangesIn(/** @type {Node} */ node, /** @type {readonly string[]} */ words) {
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const places = /** @type {(readonly [Node, number])[]} */ ([]);
  let text = '';
  while (walker.nextNode() !== null) {
    // Character by character, since what is found may be in several pieces.
    const piece = walker.currentNode.textContent ?? '';
    for (let at = 0; at < piece.length; at++) places.push([walker.currentNode, at]);
    text += piece;
  }
  // Some letters are longer as small ones; nothing is coloured then, rather than the wrong thing.
  const lower = text.toLowerCase();
  return lower.length === text.length ? words.flatMap((word) => rangesOf(word, lower, places)) : [];
}

function rangesOf(
  /** @type {string} */ word,
  /** @type {string} */ text,
  /** @type {readonly (readonly [Node, number])[]} */ places,
) {
  const ranges = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    const [first, start] = /** @type {readonly [Node, number]} */ (places[at]);
    const [last, end] = /** @type {readonly [Node, number]} */ (places[at + word.length - 1]);
    const range = new Range();
    range.setStart(first, start);
    range.setEnd(last, end + 1);
    ranges.push(range);
  }
  return ranges;
}
