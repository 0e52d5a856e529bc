/**
 * A text of a URL without its percent signs. A `%` without two hex digits stands for itself, and characters above 127 are bytes as they came.
 * Nearly all is ASCII, and needs no decoder: bytes, and what they say, are looked at where some of them are not.
 */
export function percentDecoded(text: string, textOf: (bytes: Uint8Array) => string): string {
  if (isBeyondAscii.test(text)) return textOf(bytesOf(text));
  let decoded = '';
  let done = 0;
  for (let at = text.indexOf('%'); at >= 0; at = text.indexOf('%', at)) {
    const byte = encodedAt(text, at);
    if (byte === null) {
      at += 1;
      continue;
    }
    if (byte > 0x7f) return textOf(bytesOf(text));
    decoded += text.slice(done, at) + String.fromCharCode(byte);
    at += 3;
    done = at;
  }
  return done === 0 ? text : decoded + text.slice(done);
}

const isBeyondAscii = /[\u0080-\uffff]/;

function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const encoded = code === percent ? encodedAt(text, index) : null;
    bytes[length++] = encoded ?? code & 0xff;
    if (encoded !== null) index += 2;
  }
  return bytes.subarray(0, length);
}

const percent = 0x25;

/** The byte whose percent sign is there; null where no two hex digits follow it. */
function encodedAt(text: string, at: number): number | null {
  const high = hexDigit(text.charCodeAt(at + 1));
  const low = hexDigit(text.charCodeAt(at + 2));
  return high === null || low === null ? null : high * 16 + low;
}

function hexDigit(code: number): number | null {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : null;
}
