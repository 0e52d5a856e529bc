/** Reads a whole number as the original does: blanks around it, a sign and underscores between digits are fine. */
export function pythonInteger(text: string): number | null {
  const trimmed = text.trim();
  return /^[+-]?\d+(_\d+)*$/.test(trimmed) ? Number(trimmed.replaceAll('_', '')) : null;
}
