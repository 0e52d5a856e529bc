/** Reads a number as the original's `float` does, but for digits of other scripts; null where it would not. */
export function pythonFloat(text: string): number | null {
  const written = text.trim().toLowerCase();
  const [, sign = '', name] = /^([+-]?)(inf|infinity|nan)$/.exec(written) ?? [];
  if (name !== undefined) return name === 'nan' ? NaN : sign === '-' ? -Infinity : Infinity;
  if (!number.test(written)) return null;
  return Number(written.replaceAll('_', ''));
}

const digits = String.raw`\d+(?:_\d+)*`;
const number = new RegExp(
  String.raw`^[+-]?(?:${digits}(?:\.(?:${digits})?)?|\.${digits})(?:e[+-]?${digits})?$`,
);
