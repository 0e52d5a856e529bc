/** A float as clients have always seen it: 1.0 and not 1. For JSON.stringify, which takes it as it is. */
export function pythonFloat(value: number): unknown {
  return JSON.rawJSON(pythonFloatText(value));
}

/** The same for JSON that is written by hand. */
export function pythonFloatText(value: number): string {
  const text = String(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}
