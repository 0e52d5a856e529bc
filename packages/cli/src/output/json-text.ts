import { floatText } from './float-text.ts';
import { Float, isMapping, isSequence, type Value } from './value.ts';

/** JSON as the known tools write it: ASCII alone, and with blanks behind commas and colons where it is one line. */
export function jsonText(value: Value, isIndented: boolean): string {
  return written(value, isIndented ? '\n' : null);
}

/** `newline`: the line break with the indentation so far; null for one line. */
function written(value: Value, newline: string | null): string {
  if (typeof value === 'string') return jsonString(value);
  if (value instanceof Float) return special(value.value) ?? floatText(value.value);
  if (isSequence(value)) {
    const deeper = newline === null ? null : `${newline}  `;
    return enclosed(
      '[',
      value.map((member) => written(member, deeper)),
      ']',
      newline,
    );
  }
  if (isMapping(value)) {
    const deeper = newline === null ? null : `${newline}  `;
    const members = Object.entries(value).map(
      ([name, member]) => `${jsonString(name)}: ${written(member, deeper)}`,
    );
    return enclosed('{', members, '}', newline);
  }
  return String(value);
}

function enclosed(open: string, members: readonly string[], close: string, newline: string | null): string {
  if (members.length === 0) return `${open}${close}`;
  if (newline === null) return `${open}${members.join(', ')}${close}`;
  return `${open}${newline}  ${members.join(`,${newline}  `)}${newline}${close}`;
}

function special(value: number): string | null {
  if (Number.isNaN(value)) return 'NaN';
  if (Number.isFinite(value)) return null;
  return value > 0 ? 'Infinity' : '-Infinity';
}

export function jsonString(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    // DEL is ASCII.
    (unit) => (unit === '\u007f' ? unit : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}
