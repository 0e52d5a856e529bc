import { assert } from '@berth/engine/assert.ts';

/**
 * Texts that hardly anybody reads, as bytes outside of what the garbage collector goes through: a million of them as strings would be copied
 * twice when they come, and looked at whenever it looks at everything.
 *
 * They lie in slabs of a megabyte, one behind the other, each behind a header of its length and of where another is that belongs to it. A slab is given
 * back when the last text in it is removed, and what is removed leaves a gap until then. So this is for what comes all at once and goes in about the same
 * order, as what is loaded from a ledger does.
 */
export class TextStore {
  readonly #slabs: (Slab | null)[] = [];
  /** The last slab, which is being filled; where the next text goes in it. */
  #filled: Slab | null = null;
  #end = 0;

  /** Gives what it is found by again. `next` is where another text is, here or in another store. */
  put(text: string, next: TextPlace | null = null): TextPlace {
    const filled = this.#filled;
    const length = filled === null ? null : written(text, filled, this.#end);
    if (filled !== null && length !== null) return this.#place(filled, length, next);
    // In UTF-8 a unit of a text takes at most three bytes.
    const slab = newSlab(Math.max(slabBytes, headerBytes + 3 * text.length));
    this.#slabs.push(slab);
    this.#filled = slab;
    this.#end = 0;
    const lengthThere = written(text, slab, 0);
    assert(lengthThere !== null, 'it has room for the text');
    return this.#place(slab, lengthThere, next);
  }

  read(place: TextPlace): string {
    const { slab, offset } = this.#at(place);
    const start = offset + headerBytes;
    return decoder.decode(slab.bytes.subarray(start, start + lengthAt(slab, offset)));
  }

  next(place: TextPlace): TextPlace | null {
    const { slab, offset } = this.#at(place);
    const next = slab.words[offset / 4 + 1] as number; // It has a header.
    return next === 0 ? null : ((next - 1) as TextPlace);
  }

  remove(place: TextPlace): void {
    const { slab, index } = this.#at(place);
    if (--slab.count > 0) return;
    this.#slabs[index] = null;
    if (this.#filled === slab) this.#filled = null;
  }

  /** The header, behind which the text is already. */
  #place(slab: Slab, length: number, next: TextPlace | null): TextPlace {
    const offset = this.#end;
    slab.words[offset / 4] = length;
    slab.words[offset / 4 + 1] = next === null ? 0 : next + 1;
    slab.count++;
    this.#end = offset + inUnits(headerBytes + length) * unitBytes;
    return ((this.#slabs.length - 1) * slabUnits + offset / unitBytes) as TextPlace;
  }

  #at(place: TextPlace): { readonly slab: Slab; readonly index: number; readonly offset: number } {
    const index = Math.floor(place / slabUnits);
    const slab = this.#slabs[index];
    assert(slab, 'the text was not removed');
    return { slab, index, offset: (place % slabUnits) * unitBytes };
  }
}

/** Where a text is: its slab and its offset there, counted in units, so that it is a small number even where there are gigabytes. */
export type TextPlace = number & { readonly [brand]: 'TextPlace' };
declare const brand: unique symbol;

interface Slab {
  readonly bytes: Uint8Array;
  /** The same bytes. */
  readonly words: Uint32Array;
  /** Of texts that are there. */
  count: number;
}

const unitBytes = 8;
const headerBytes = 8;
const slabBytes = 1024 * 1024;
/** A longer slab is for one long text; none begins where a place could not tell. */
const slabUnits = slabBytes / unitBytes;

/** Nobody shares it. But V8 collects all garbage for every 64 MB of other buffers, which with two gigabytes of them is thirty times. */
function newSlab(length: number): Slab {
  const buffer = new SharedArrayBuffer(inUnits(length) * unitBytes);
  return { bytes: new Uint8Array(buffer), words: new Uint32Array(buffer), count: 0 };
}

function inUnits(bytes: number): number {
  return Math.ceil(bytes / unitBytes);
}

function lengthAt({ words }: Slab, offset: number): number {
  return words[offset / 4] as number; // It has a header.
}

/** How many bytes it takes; null where there is no room for all of them. */
function written(text: string, { bytes }: Slab, offset: number): number | null {
  const start = offset + headerBytes;
  if (offset >= slabBytes || start + text.length > bytes.length) return null;
  const done = encoder.encodeInto(text, bytes.subarray(start));
  return done.read === text.length ? done.written : null;
}

// Every JavaScript has these two, and they are as pure as JSON is; only the types are of the browsers.
declare const TextEncoder: new () => {
  encodeInto(text: string, into: Uint8Array): { readonly read: number; readonly written: number };
};
declare const TextDecoder: new (
  encoding: 'utf-8',
  options: { readonly ignoreBOM: true },
) => { decode(bytes: Uint8Array): string };
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
