// Contents of a class of a regular expression.
const beyondAscii = String.raw`\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000`;

/** What the original's language takes for a blank, in patterns and around words. */
export const pythonBlanks = String.raw`\t-\r\x1c-\x20${beyondAscii}`;

/** What it takes for a blank around a number: the four separators of ASCII are none there. */
export const blanksAroundNumbers = String.raw`\t-\r\x20${beyondAscii}`;

/** The text without the blanks around it. Not `trim`, which has its own idea of blanks; and no pattern, which may take long. */
export function stripped(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && blank.test(text.charAt(start))) start++;
  while (end > start && blank.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

const blank = new RegExp(`[${pythonBlanks}]`);
