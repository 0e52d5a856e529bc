/**
 * Base64 as Python reads it: what is no digit is skipped, and what stands behind the padding is not read. Null where padding is
 * missing.
 */
export function lenientBase64(text: string): Buffer | null {
  let count = 0;
  let pads = 0;
  for (let index = 0; index < text.length; index++) {
    const each = text.charAt(index);
    if (each === '=') {
      pads++;
      if (count % 4 >= 2 && (count % 4) + pads >= 4) return decoded(text.slice(0, index));
    } else if (digit.test(each)) {
      count++;
      pads = 0;
    }
  }
  return count % 4 === 0 ? decoded(text) : null;
}

const digit = /[A-Za-z0-9+/]/;

/** The runtime skips other characters too, but takes those of another alphabet for digits. */
function decoded(text: string): Buffer {
  return Buffer.from(text.replace(/[^A-Za-z0-9+/]/g, ''), 'base64');
}
