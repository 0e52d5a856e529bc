import assert from 'node:assert/strict';

/**
 * Whether oslo.utils takes a text for a UUID: 32 hexadecimal digits in any case, with dashes anywhere,
 * in braces or not, and with `urn:` and `uuid:` (in lower case) anywhere.
 */
export function isUuidLike(text: string): boolean {
  return usualForm.test(text) || (text.length <= longest && thirtyTwoDigits.test(bareDigits(text)));
}

/** With any number of dashes and prefixes a text can be as long as a body; nobody means that, and looking takes long. */
const longest = 10_000;

/** The one form of a UUID-like text: lower case, dashes after 8, 12, 16 and 20 digits. */
export function canonicalUuid(text: string): string {
  if (usualForm.test(text)) return text.toLowerCase();
  const digits = bareDigits(text).toLowerCase();
  assert(thirtyTwoDigits.test(digits), 'only a UUID-like text has a canonical form');
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(12, 16),
    digits.slice(16, 20),
    digits.slice(20),
  ].join('-');
}

const usualForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const thirtyTwoDigits = /^[0-9a-f]{32}$/i;

/** The order is behaviour: a `uuid:` that appears once an `urn:` is gone goes too, and not the reverse. */
function bareDigits(text: string): string {
  return withoutOuterBraces(text.replaceAll('urn:', '').replaceAll('uuid:', '')).replaceAll('-', '');
}

// Not a regular expression: `[{}]+$` takes quadratic time on a long run of braces.
function withoutOuterBraces(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBrace(text[start])) start++;
  while (end > start && isBrace(text[end - 1])) end--;
  return text.slice(start, end);
}

function isBrace(character: string | undefined): boolean {
  return character === '{' || character === '}';
}
