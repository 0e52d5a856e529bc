/**
 * What has come in of a head that is not whole yet. It is kept as bytes: taken apart it would be ten times as much, for clients
 * who may never send the rest.
 */
export class PartialHead {
  #pieces: Buffer[] = [];
  #bytes = 0;
  #lines = 0;

  get bytes(): number {
    return this.#bytes;
  }

  /** How many lines have been ended in it. */
  get lines(): number {
    return this.#lines;
  }

  add(piece: Buffer): void {
    this.#bytes += piece.length;
    this.#lines += linesIn(piece);
    this.#pieces.push(piece);
    // Of a client that sends one byte at a time, the objects around them would be most of it.
    if (this.#pieces.length >= mostPieces) this.#pieces = [Buffer.concat(this.#pieces)];
  }

  /** All of it, which then is here no more. */
  take(): readonly Buffer[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#bytes = 0;
    this.#lines = 0;
    return pieces;
  }
}

/** How many lines end in it. */
export function linesIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) count++;
  return count;
}

const mostPieces = 32;
const lineFeed = 0x0a;
