/** What a plug-in has thrown, in a line. It may be anything, and looking at it may throw again. */
export function describeError(thrown: unknown): string {
  try {
    return shorten(thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : `threw ${String(thrown)}`);
  } catch {
    return 'threw something that cannot be shown';
  }
}

/** The code of a system error, such as `ENOENT`; its text where there is none. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? String(error.code) : error.message;
}

const longest = 500;

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
