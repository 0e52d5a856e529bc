import { createHash } from 'node:crypto';

/** The uuid that belongs to these words: always the same. */
export function uuidOf(...words: readonly (string | number)[]): string {
  const hex = createHash('md5').update(words.join('/')).digest('hex');
  const variant = '89ab'[Number.parseInt(hex[16] as string, 16) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}
