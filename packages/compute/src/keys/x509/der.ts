/** The few forms of ASN.1 (X.690) that certificates and PKCS #12 are made of, in DER. */

export const sequence = (...parts: Buffer[]) => tagged(0x30, ...parts);
export const set = (...parts: Buffer[]) => tagged(0x31, ...parts);
export const octets = (...parts: Buffer[]) => tagged(0x04, ...parts);
export const bits = (bytes: Buffer) => tagged(0x03, Buffer.of(0), bytes);
export const utf8 = (text: string) => tagged(0x0c, Buffer.from(text));
export const nothing = tagged(0x05);

/** What stands under a number of its own, around parts or instead of one part's tag. */
export const context = (number: number, ...parts: Buffer[]) => tagged(0xa0 | number, ...parts);
export const contextOctets = (number: number, bytes: Buffer) => tagged(0x80 | number, bytes);

/** Not negative; its bytes, or a small number. */
export function integer(value: number | Buffer): Buffer {
  const hex = typeof value === 'number' ? value.toString(16) : value.toString('hex');
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
  return tagged(0x02, ...((bytes[0] as number) > 0x7f ? [Buffer.of(0)] : []), bytes);
}

/** '1.2.840.113549'. */
export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest].flatMap(inSevens)));
}

/** In groups of seven bits; all but the last say that more follow. */
function inSevens(value: number): number[] {
  const groups = [value % 128];
  for (let left = Math.floor(value / 128); left > 0; left = Math.floor(left / 128))
    groups.unshift(128 + (left % 128));
  return groups;
}

/** Two digits for the year up to 2049, as certificates have to write it. */
export function time(instant: number): Buffer {
  const text = new Date(instant).toISOString().replace(/[-:T]|\.\d+/g, '');
  return text < '2050' ? tagged(0x17, Buffer.from(text.slice(2))) : tagged(0x18, Buffer.from(text));
}

function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(tag), lengthOf(content), content]);
}

function lengthOf({ length }: Buffer): Buffer {
  if (length < 0x80) return Buffer.of(length);
  const bytes =
    length > 0xffff
      ? [length >> 16, (length >> 8) & 0xff, length & 0xff]
      : length > 0xff
        ? [length >> 8, length & 0xff]
        : [length];
  return Buffer.from([0x80 | bytes.length, ...bytes]);
}
