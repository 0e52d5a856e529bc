/** A value as the original's `str` writes it in a message. */
export function pythonText(value: unknown): string {
  return typeof value === 'string' ? value : pythonLiteral(value);
}

/** A value as the original's `repr` writes it in a message: text in quotes, and what cannot be seen as an escape. */
export function pythonLiteral(value: unknown): string {
  return literal(value, { left: longestLiteral });
}

/** More values than this tell nobody anything; and a list that contains itself has an end, too. */
const longestLiteral = 1000;

function literal(value: unknown, values: { left: number }): string {
  if (values.left-- <= 0) return '...';
  if (typeof value === 'string') return quoted(value);
  if (value === null || value === undefined) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (Array.isArray(value)) {
    return `[${someOf(value, values, (part) => literal(part, values))}]`;
  }
  if (typeof value === 'object') {
    return `{${someOf(Object.entries(value), values, ([key, part]) => `${quoted(key)}: ${literal(part, values)}`)}}`;
  }
  // What is left are functions and symbols, which no file can hold.
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : typeof value;
}

function someOf<Part>(
  parts: readonly Part[],
  values: { readonly left: number },
  write: (part: Part) => string,
): string {
  const written: string[] = [];
  for (const part of parts) {
    if (values.left <= 0) return [...written, '...'].join(', ');
    written.push(write(part));
  }
  return written.join(', ');
}

/** What the original calls the type of a value. */
export function pythonTypeName(value: unknown): string {
  if (value === null || value === undefined) return 'NoneType';
  if (Array.isArray(value)) return 'list';
  switch (typeof value) {
    case 'string':
      return 'str';
    case 'boolean':
      return 'bool';
    case 'number':
      return Number.isInteger(value) ? 'int' : 'float';
    case 'bigint':
      return 'int';
    default:
      return 'dict';
  }
}

/** Why a text is no whole number. The original repeats the first 200 characters of it. */
export function noInteger(text: string): string {
  return `invalid literal for int() with base 10: ${Array.from(quoted(text)).slice(0, 200).join('')}`;
}

function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  return `${quote}${text.replace(unseen, (character) => escaped(character, quote))}${quote}`;
}

const unseen = /[\\'"]|[\p{C}\p{Z}]/gu;

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  [' ', ' '],
]);

function escaped(character: string, quote: string): string {
  if (character === '"' || character === "'") return character === quote ? `\\${character}` : character;
  const code = character.codePointAt(0) as number;
  return shortEscapes.get(character) ?? hexadecimalEscape(code);
}

function hexadecimalEscape(code: number): string {
  const digits = code.toString(16);
  if (code < 0x100) return `\\x${digits.padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${digits.padStart(4, '0')}` : `\\U${digits.padStart(8, '0')}`;
}
