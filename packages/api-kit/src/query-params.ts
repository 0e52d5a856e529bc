import { utf8Error } from './json/utf8-error.ts';
import { percentDecoded } from './percent-decoded.ts';

type Entry = readonly [name: string, value: string];

/**
 * The parameters of a query string, in order, repeated ones included. They are decoded when somebody looks, since most
 * endpoints take none and ignore what is sent.
 */
export class QueryParams {
  readonly #text: string;
  #entries: readonly Entry[] | null = null;
  /** Made where there are many: some ask for each of a thousand names. */
  #byName: ReadonlyMap<string, string[]> | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  /** As the client wrote it. */
  get text(): string {
    return this.#text;
  }

  get entries(): readonly Entry[] {
    return (this.#entries ??= parse(this.#text));
  }

  has(name: string): boolean {
    for (const [each] of this.entries) if (each === name) return true;
    return false;
  }

  all(name: string): string[] {
    if (this.entries.length > few) return this.#named().get(name)?.slice() ?? [];
    const values: string[] = [];
    for (const [each, value] of this.entries) if (each === name) values.push(value);
    return values;
  }

  #named(): ReadonlyMap<string, string[]> {
    if (this.#byName) return this.#byName;
    const byName = new Map<string, string[]>();
    for (const [name, value] of this.entries) byName.getOrInsertComputed(name, () => []).push(value);
    this.#byName = byName;
    return byName;
  }

  /** The value that counts where only one does: of a repeated parameter the last. */
  last(name: string): string | undefined {
    return this.entries.findLast(([each]) => each === name)?.[1];
  }

  /** One value for each name, the last one. */
  toRecord(): Record<string, string> {
    const record = Object.create(null) as Record<string, string>;
    for (const [name, value] of this.entries) record[name] = value;
    return record;
  }
}

/** Bytes that are no text, where a name or a value should be. The message is Python's; what the client is told is the dialect's. */
export class MalformedQuery extends Error {
  override readonly name = 'MalformedQuery';
}

/** So few that to look at all of them takes no longer than a map. */
const few = 16;

function parse(text: string): Entry[] {
  const entries: Entry[] = [];
  // A semicolon separates as well; a value that has one is written with %3B.
  for (const part of text.includes(';') ? text.split(/[&;]/) : text.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decode(equals < 0 ? part : part.slice(0, equals));
    entries.push([name, equals < 0 ? '' : decode(part.slice(equals + 1))]);
  }
  return entries;
}

function decode(text: string): string {
  return percentDecoded(text.includes('+') ? text.replaceAll('+', ' ') : text, textOf);
}

function textOf(bytes: Uint8Array): string {
  try {
    return strictly.decode(bytes);
  } catch {
    throw new MalformedQuery(utf8Error(bytes));
  }
}

/** A path is decoded whatever its bytes: what is not UTF-8 becomes a name that nobody has. */
export function decodePath(text: string): string {
  return percentDecoded(text, (bytes) => leniently.decode(bytes));
}

const strictly = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const leniently = new TextDecoder('utf-8', { ignoreBOM: true });
