/** The parameters of a query string, in order, repeated ones included. */
export class QueryParams {
  readonly entries: readonly (readonly [name: string, value: string])[];

  constructor(entries: readonly (readonly [string, string])[]) {
    this.entries = entries;
  }

  has(name: string): boolean {
    return this.entries.some(([each]) => each === name);
  }

  all(name: string): string[] {
    return this.entries.filter(([each]) => each === name).map(([, value]) => value);
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

/** Null when the percent-encoding does not give UTF-8. */
export function parseQuery(text: string): QueryParams | null {
  if (text === '') return noParams;
  const entries: [string, string][] = [];
  for (const part of text.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decode(equals < 0 ? part : part.slice(0, equals));
    const value = equals < 0 ? '' : decode(part.slice(equals + 1));
    if (name === null || value === null) return null;
    entries.push([name, value]);
  }
  return new QueryParams(entries);
}

const noParams = new QueryParams([]);

function decode(text: string): string | null {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  return decodePercent(spaced);
}

/**
 * Percent-decoding that takes a `%` without two hex digits as itself, and bytes above 127 as they came; null when
 * the bytes are not UTF-8.
 */
export function decodePercent(text: string): string | null {
  if (plain.test(text)) return text;
  const bytes: number[] = [];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === percent && hexPair.test(text.slice(index + 1, index + 3))) {
      bytes.push(Number.parseInt(text.slice(index + 1, index + 3), 16));
      index += 2;
    } else {
      bytes.push(code & 0xff);
    }
  }
  try {
    return utf8.decode(Uint8Array.from(bytes));
  } catch {
    return null;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is all of ASCII but the percent sign.
const plain = /^[\x00-\x24\x26-\x7f]*$/;
const percent = 0x25;
const hexPair = /^[0-9a-fA-F]{2}$/;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
