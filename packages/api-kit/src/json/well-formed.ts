/**
 * Whether no text of a body has half of a surrogate pair. An escape can say half of one, and such a text cannot be stored, nor be sent
 * in UTF-8. Hardly any body has an escape at all, so that most are not walked through for this.
 */
export function isWellFormedBody(bytes: Uint8Array, value: unknown): boolean {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!body.includes(backslash)) return true;
  return (!body.includes('\\ud') && !body.includes('\\uD')) || isWellFormed(value);
}

const backslash = 0x5c;

/** The same of any JSON value. */
export function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isWellFormed);
  return Object.entries(value).every(([key, item]) => key.isWellFormed() && isWellFormed(item));
}

export const notWellFormed = 'half of a surrogate pair is no character';
