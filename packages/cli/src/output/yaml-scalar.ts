/** Where a scalar stands: lines are broken by it. */
export interface ScalarPlace {
  /** In which column it begins. */
  readonly column: number;
  /** Of the lines that it goes on in. */
  readonly indent: number;
  /** Keys are one line, however long. */
  readonly isKey: boolean;
}

/** Lines are broken at the first blank behind this column. */
const widthMax = 80;

/** A text in PyYAML's choice of form: plain where it can be, else in single quotes, else in double quotes. */
export function yamlScalar(text: string, place: ScalarPlace): string {
  if (text === '') return "''";
  const isMultiline = breaks.test(text);
  const isAscii = /^[\n\x20-\x7e]*$/.test(text);
  // Blanks before or behind a line break would be lost between single quotes.
  const isDouble = !isAscii || /[ ]\n|\n[ ]/.test(text) || (place.isKey && isMultiline);
  if (isDouble) return doubleQuoted(text, place);
  if (isMultiline || !canBePlain(text) || isSomethingElse(text)) return singleQuoted(text, place);
  return plain(text, place);
}

const breaks = /[\n\u0085\u2028\u2029]/;

/** Whether no character has a meaning of its own where it stands. */
function canBePlain(text: string): boolean {
  if (/^ | $|^---|^\.\.\./.test(text)) return false;
  if (/^[#,[\]{}&*!|>'"%@`]/.test(text)) return false;
  if (/^[?:-](?:$|[\s\0])/.test(text)) return false;
  return !/.:(?:$|[ \t\r\n\0])|[ \t\r\n\0]#/.test(text);
}

/** Whether a plain text would be read as a number, a time or the like. */
function isSomethingElse(text: string): boolean {
  return others.some((pattern) => pattern.test(text));
}

const others: readonly RegExp[] = [
  /^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$/,
  /^(?:[-+]?(?:[0-9][0-9_]*)\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?)$/,
  /^(?:[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/,
  /^(?:[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+)$/,
  /^(?:~|null|Null|NULL|<<|=)$/,
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/,
  /^[0-9]{4}-[0-9][0-9]?-[0-9][0-9]?(?:[Tt]|[ \t]+)[0-9][0-9]?:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?(?:[ \t]*(?:Z|[-+][0-9][0-9]?(?::[0-9]{2})?))?$/,
];

/** Broken at lone blanks behind the width. */
function plain(text: string, { column, indent, isKey }: ScalarPlace): string {
  let [out, at] = ['', column];
  for (const piece of text.match(/ +|[^ ]+/g) ?? []) {
    const isBreak = piece === ' ' && at > widthMax && !isKey;
    out += isBreak ? `\n${' '.repeat(indent)}` : piece;
    at = isBreak ? indent : at + piece.length;
  }
  return out;
}

function singleQuoted(text: string, { column, indent, isKey }: ScalarPlace): string {
  let [out, at, index] = ["'", column + 1, 0];
  for (const piece of text.match(/ +|\n+|'|[^ \n']+/g) ?? []) {
    const end = index + piece.length;
    const isLineBreak = piece.startsWith('\n');
    const isFolded = piece === ' ' && at > widthMax && !isKey && index !== 0 && end !== text.length;
    if (isLineBreak || isFolded) {
      // One break would be read as a blank.
      out += `${isLineBreak ? `\n${piece}` : '\n'}${' '.repeat(indent)}`;
      at = indent;
    } else {
      const written = piece === "'" ? "''" : piece;
      out += written;
      at += written.length;
    }
    index = end;
  }
  return `${out}'`;
}

const escapes: Readonly<Record<string, string>> = {
  '\0': '0',
  '\x07': 'a',
  '\b': 'b',
  '\t': 't',
  '\n': 'n',
  '\v': 'v',
  '\f': 'f',
  '\r': 'r',
  '\x1b': 'e',
  '"': '"',
  '\\': '\\',
  '\x85': 'N',
  '\xa0': '_',
  '\u2028': 'L',
  '\u2029': 'P',
};

/** Broken behind a backslash, before a blank or after what was escaped, where the line is full. */
function doubleQuoted(text: string, { column, indent, isKey }: ScalarPlace): string {
  const characters = Array.from(text);
  let [out, at] = ['"', column + 1];
  // What is not written yet: characters that need no escape.
  let waiting = '';
  for (const [index, character] of characters.entries()) {
    const isEscaped = character === '"' || character === '\\' || !/[\x20-\x7e]/.test(character);
    if (isEscaped) {
      const written = escapeOf(character);
      out += waiting + written;
      at += waiting.length + written.length;
      waiting = '';
    }
    // Also right behind an escape.
    const isSeam = character === ' ' || isEscaped || waiting === '';
    const mayBreak = index > 0 && index < characters.length - 1 && isSeam && !isKey;
    if (mayBreak && (isEscaped ? at - 1 : at + waiting.length) > widthMax) {
      out += `${waiting}\\\n${' '.repeat(indent)}`;
      at = indent;
      waiting = '';
      const next = isEscaped ? characters[index + 1] : character;
      if (next === ' ') {
        out += '\\';
        at += 1;
      }
    }
    if (!isEscaped) waiting += character;
  }
  return `${out}${waiting}"`;
}

function escapeOf(character: string): string {
  const known = escapes[character];
  if (known !== undefined) return `\\${known}`;
  const code = character.codePointAt(0) ?? 0;
  const hex = (width: number) => code.toString(16).toUpperCase().padStart(width, '0');
  if (code <= 0xff) return `\\x${hex(2)}`;
  return code <= 0xffff ? `\\u${hex(4)}` : `\\U${hex(8)}`;
}
