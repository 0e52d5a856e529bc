/** Of names, for a query: `in:a,b`. The colon and the commas stand as they are, as everybody sends them. */
export function anyOf(names: readonly string[]): string {
  return `in:${names.map(encodeURIComponent).join(',')}`;
}

/**
 * Names in as few pieces as servers take in one address: 8 kB is what many allow. Those of a usual provider are one piece.
 */
export function piecesOf(names: readonly string[]): string[][] {
  const pieces: string[][] = [];
  let length = pieceMax;
  for (const name of names) {
    length += name.length + 1;
    if (length > pieceMax) {
      pieces.push([]);
      length = name.length + 1;
    }
    pieces.at(-1)?.push(name);
  }
  return pieces;
}

const pieceMax = 6000;
