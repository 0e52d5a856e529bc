import { badRequest } from '@berth/api-kit/http-error.ts';

const words = {
  yes: ['1', 't', 'true', 'on', 'y', 'yes'],
  no: ['0', 'f', 'false', 'off', 'n', 'no'],
};

/** What a word in a query means; null: neither. */
export function booleanOfWord(word: string): boolean | null {
  const plain = word.trim().toLowerCase();
  if (words.yes.includes(plain)) return true;
  return words.no.includes(plain) ? false : null;
}

/** The same where it has to mean something. */
export function strictBooleanOf(word: string): boolean {
  const meant = booleanOfWord(word);
  if (meant !== null) return meant;
  const acceptable = [...words.yes, ...words.no].sort().map((each) => `'${each}'`);
  throw badRequest(`Unrecognized value '${word}', acceptable values are: ${acceptable.join(', ')}`);
}
