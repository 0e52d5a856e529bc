/** A float as clients have always seen it: 1.0 and not 1. For JSON.stringify, which takes it as it is. */
export function pythonFloat(value: number): unknown {
  const text = String(value);
  return JSON.rawJSON(/^-?\d+$/.test(text) ? `${text}.0` : text);
}
