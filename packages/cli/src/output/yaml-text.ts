import { floatText } from './float-text.ts';
import { Float, isMapping, isSequence, type Value } from './value.ts';
import { yamlScalar } from './yaml-scalar.ts';

/** YAML in blocks, keys in order of their characters, byte by byte what PyYAML's `safe_dump` writes. */
export function yamlText(value: Value): string {
  if (isSequence(value) && value.length > 0) return sequence(value, 0).slice(1) + '\n';
  if (isMapping(value) && Object.keys(value).length > 0) return mapping(value, 0).slice(1) + '\n';
  const scalar = leaf(value, 0, 0);
  // A lone scalar without quotes could go on, so its end is written.
  return /^["'[{]/.test(scalar) ? `${scalar}\n` : `${scalar}\n...\n`;
}

/** All members, each on lines of its own after a line break. */
function sequence(values: readonly Value[], indent: number): string {
  return values.map((value) => `\n${' '.repeat(indent)}-${inSequence(value, indent)}`).join('');
}

/** What begins right after a dash: a collection begins on the line of the dash. */
function inSequence(value: Value, indent: number): string {
  if (isSequence(value) && value.length > 0) return ` ${sequence(value, indent + 2).trimStart()}`;
  if (isMapping(value) && Object.keys(value).length > 0) return ` ${mapping(value, indent + 2).trimStart()}`;
  return ` ${leaf(value, indent + 2, indent + 2)}`;
}

function mapping(value: { readonly [name: string]: Value }, indent: number): string {
  const names = Object.keys(value).sort(byCodePoints);
  return names.map((name) => `\n${' '.repeat(indent)}${entry(name, value[name] ?? null, indent)}`).join('');
}

function entry(name: string, value: Value, indent: number): string {
  const isSimple = name !== '' && Array.from(name).length < 128 && !/[\n\u0085\u2028\u2029]/.test(name);
  if (!isSimple) {
    const key = yamlScalar(name, { column: indent + 2, indent: indent + 2, isKey: false });
    return `? ${key}\n${' '.repeat(indent)}:${underKey(value, indent, indent + 1, true)}`;
  }
  const key = yamlScalar(name, { column: indent, indent, isKey: true });
  return `${key}:${underKey(value, indent, indent + Array.from(key).length + 1, false)}`;
}

function underKey(value: Value, indent: number, column: number, isExplicit: boolean): string {
  // Lists under a key are not indented further.
  if (isSequence(value) && value.length > 0)
    return isExplicit ? ` ${sequence(value, indent + 2).trimStart()}` : sequence(value, indent);
  if (isMapping(value) && Object.keys(value).length > 0)
    return isExplicit ? ` ${mapping(value, indent + 2).trimStart()}` : mapping(value, indent + 2);
  return ` ${leaf(value, column + 1, indent + 2)}`;
}

/** What is no collection, or an empty one. */
function leaf(value: Value, column: number, indent: number): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return yamlScalar(value, { column, indent, isKey: false });
  if (value instanceof Float) return yamlFloat(value.value);
  if (isSequence(value)) return '[]';
  if (isMapping(value)) return '{}';
  return String(value);
}

function yamlFloat(value: number): string {
  if (Number.isNaN(value)) return '.nan';
  if (!Number.isFinite(value)) return value > 0 ? '.inf' : '-.inf';
  const text = floatText(value);
  return text.includes('.') ? text : text.replace('e', '.0e');
}

export function byCodePoints(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)];
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const difference = (left[index]?.codePointAt(0) ?? 0) - (right[index]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
