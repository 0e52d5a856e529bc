import { isDeepStrictEqual } from 'node:util';
import { isUnordered } from './canonical.ts';

export type Difference = {
  /** What differs: `status`, `header allow`, `body.errors.0.detail` … */
  readonly where: string;
  readonly a: string;
  readonly b: string;
};

/** At most this many per answer: enough to see what it is about. */
const differencesMax = 6;

/** Where two canonical bodies differ, innermost places first reached. */
export function bodyDifferences(a: unknown, b: unknown): Difference[] {
  const found: Difference[] = [];
  walk(a, b, 'body', '', found);
  // With other candidates come other summaries; that is no second finding.
  const isOther = found.some(({ where }) => where === 'body.allocation_requests[]');
  return (isOther ? found.filter(({ where }) => !where.startsWith('body.provider_summaries')) : found).slice(
    0,
    differencesMax,
  );
}

function walk(a: unknown, b: unknown, where: string, key: string, found: Difference[]): void {
  if (found.length > differencesMax || isDeepStrictEqual(a, b)) return;
  if (Array.isArray(a) && Array.isArray(b)) {
    if (isUnordered(key) || a.length !== b.length) membership(a, b, where, found);
    else a.forEach((item: unknown, index) => walk(item, b[index], `${where}.${index}`, '', found));
    return;
  }
  if (isRecord(a) && isRecord(b)) {
    for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
      if (!(name in a)) found.push({ where: `${where}.${name}`, a: 'absent', b: show(b[name]) });
      else if (!(name in b)) found.push({ where: `${where}.${name}`, a: show(a[name]), b: 'absent' });
      else walk(a[name], b[name], `${where}.${name}`, name, found);
    }
    return;
  }
  found.push({ where, a: show(a), b: show(b) });
}

function membership(a: readonly unknown[], b: readonly unknown[], where: string, found: Difference[]): void {
  const onlyA = without(a, b);
  const onlyB = without(b, a);
  const text = (only: readonly string[]): string =>
    only.length === 0 ? 'nothing more' : `${only.length} more: ${only[0]}`;
  found.push({ where: `${where}[]`, a: text(onlyA), b: text(onlyB) });
}

/** The items of `these` beyond those in `others`; an item that is there twice counts twice. */
function without(these: readonly unknown[], others: readonly unknown[]): string[] {
  const left = new Map<string, number>();
  for (const other of others) left.set(JSON.stringify(other), (left.get(JSON.stringify(other)) ?? 0) + 1);
  return these
    .map((item) => JSON.stringify(item))
    .filter((text) => {
      const count = left.get(text) ?? 0;
      left.set(text, count - 1);
      return count <= 0;
    });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
