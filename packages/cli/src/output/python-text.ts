import { floatText } from './float-text.ts';
import { Float, isMapping, isSequence, type Value } from './value.ts';

/** A value as Python's `str` has it: what the known tools print where no format says otherwise. */
export function pythonText(value: Value): string {
  return typeof value === 'string' ? value : pythonRepr(value);
}

/** As Python's `repr` has it. */
export function pythonRepr(value: Value): string {
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value === 'string') return quoted(value);
  if (value instanceof Float) return floatText(value.value);
  if (isSequence(value)) return `[${value.map(pythonRepr).join(', ')}]`;
  if (isMapping(value)) {
    const entries = Object.entries(value).map(([key, member]) => `${quoted(key)}: ${pythonRepr(member)}`);
    return `{${entries.join(', ')}}`;
  }
  return String(value);
}

/** A column of names: those of a tuple, as it is written. */
export function pythonTuple(names: readonly string[]): string {
  return `(${names.map(quoted).join(', ')}${names.length === 1 ? ',' : ''})`;
}

function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  let inside = '';
  for (const character of text) inside += escaped(character, quote);
  return `${quote}${inside}${quote}`;
}

const short: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escaped(character: string, quote: string): string {
  if (character === quote) return `\\${quote}`;
  const known = short[character];
  if (known !== undefined) return known;
  if (!isHidden(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  if (code <= 0xff) return `\\x${hex(code, 2)}`;
  return code <= 0xffff ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
}

/** What Python takes for not printable: all separators but the blank, and what is no character. */
function isHidden(character: string): boolean {
  return character !== ' ' && /[\p{C}\p{Z}]/u.test(character);
}

function hex(code: number, width: number): string {
  return code.toString(16).padStart(width, '0');
}
