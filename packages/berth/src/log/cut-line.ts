import { cutText } from '@berth/api-kit/cut-text.ts';

/**
 * A line of the log that is too long, with its longest parts cut, still as JSON. Whatever part of it comes from a client, in
 * an error or an explanation, nobody can fill the log with one request.
 */
export function cutLine(line: string): string {
  if (line.length <= lineLengthMax) return line;
  const fields = JSON.parse(line) as Readonly<Record<string, unknown>>; // Pino has made it of an object.
  for (const limits of tries) {
    const cut = JSON.stringify({ ...(shortened(fields, limits, 0) as object), isCut: true });
    if (cut.length < lineLengthMax) return `${cut}\n`;
  }
  const { level, time, requestId, msg } = fields;
  return `${JSON.stringify({ level, time, requestId, msg: shortened(msg, tries[0], 0), isCut: true })}\n`;
}

interface CutLimits {
  readonly text: number;
  readonly items: number;
  readonly depth: number;
}

function shortened(value: unknown, limits: CutLimits, depth: number): unknown {
  if (typeof value === 'string') return cutText(value, limits.text);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > limits.depth) return '…';
  if (Array.isArray(value)) {
    const items = value.slice(0, limits.items).map((item) => shortened(item, limits, depth + 1));
    return value.length > limits.items ? [...items, `… (${value.length} items)`] : items;
  }
  const entries = Object.entries(value);
  const kept = entries
    .slice(0, limits.items)
    .map(([name, each]) => [cutText(name, limits.text), shortened(each, limits, depth + 1)] as const);
  if (entries.length > limits.items) kept.push(['…', `${entries.length} entries`]);
  return Object.fromEntries(kept);
}

/** A usual line has 300; a stack, or an explanation with its nearest trees, some thousand. */
export const lineLengthMax = 16 * 1024;

const tries = [
  { text: 2_000, items: 20, depth: 8 },
  { text: 200, items: 10, depth: 4 },
] as const satisfies readonly CutLimits[];
