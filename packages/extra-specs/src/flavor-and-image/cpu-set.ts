import { pythonInteger } from '../python/python-integer.ts';
import { stripped } from '../python/python-blanks.ts';
import { pythonLiteral } from '../python/python-text.ts';

/**
 * CPUs by their numbers, as ranges in ascending order that neither touch nor overlap, both ends included. So `0-999999999` is one
 * range and not a billion numbers, and every operation costs what the text did that the ranges come from.
 */
export type CpuSet = readonly CpuRange[];

export interface CpuRange {
  readonly first: bigint;
  readonly last: bigint;
}

export const noCpus: CpuSet = [];

/** A text that is no CPU set, and why, in the original's words. */
export interface CpuSetFault {
  readonly fault: string;
}

/** Reads `0-3,^2,8`: numbers and ranges, separated by commas, of which those with a `^` are taken away again. */
export function parseCpuSet(text: string): CpuSet | CpuSetFault {
  const wanted: CpuRange[] = [];
  const unwanted: CpuRange[] = [];
  for (const part of text.split(',')) {
    const item = stripped(part);
    if (item === '') continue;
    const isUnwanted = item.startsWith('^');
    const range = parseRange(isUnwanted ? item.slice(1) : item);
    if (range === null) return { fault: `Invalid ${kindOf(item)} expression ${pythonLiteral(item)}` };
    (isUnwanted ? unwanted : wanted).push(range);
  }
  return cpusWithout(normalized(wanted), normalized(unwanted));
}

export function isFault(result: CpuSet | CpuSetFault): result is CpuSetFault {
  return 'fault' in result;
}

/** The CPUs of a flavor: 0 to n−1. */
export function firstCpus(count: number): CpuSet {
  return count > 0 ? [{ first: 0n, last: BigInt(count) - 1n }] : noCpus;
}

export function cpusWithout(cpus: CpuSet, others: CpuSet): CpuSet {
  const left: CpuRange[] = [];
  let next = 0;
  for (const { first, last } of cpus) {
    let from = first;
    while (next < others.length && (others[next] as CpuRange).last < from) next++;
    for (let at = next; at < others.length && (others[at] as CpuRange).first <= last; at++) {
      const other = others[at] as CpuRange;
      if (other.first > from) left.push({ first: from, last: other.first - 1n });
      from = other.last + 1n;
    }
    if (from <= last) left.push({ first: from, last });
  }
  return left;
}

export function commonCpus(cpus: CpuSet, others: CpuSet): CpuSet {
  return cpusWithout(cpus, cpusWithout(cpus, others));
}

export function allCpus(cpus: CpuSet, others: CpuSet): CpuSet {
  return normalized([...cpus, ...others]);
}

export function isWithin(cpus: CpuSet, others: CpuSet): boolean {
  return cpusWithout(cpus, others).length === 0;
}

export function areSameCpus(cpus: CpuSet, others: CpuSet): boolean {
  return isWithin(cpus, others) && isWithin(others, cpus);
}

/** The numbers one by one, from the smallest, but not more than `most` of them. */
export function cpuNumbers(cpus: CpuSet, most: number): readonly bigint[] {
  const numbers: bigint[] = [];
  for (const { first, last } of cpus) {
    for (let cpu = first; cpu <= last; cpu++) {
      if (numbers.length >= most) return numbers;
      numbers.push(cpu);
    }
  }
  return numbers;
}

function parseRange(text: string): CpuRange | null {
  const dash = text.indexOf('-');
  if (dash < 0) {
    const cpu = pythonInteger(text);
    return cpu === null ? null : { first: cpu, last: cpu };
  }
  const first = pythonInteger(text.slice(0, dash));
  const last = pythonInteger(text.slice(dash + 1));
  return first === null || last === null || first > last ? null : { first, last };
}

function kindOf(item: string): string {
  if (item.includes('-')) return 'range';
  return item.startsWith('^') ? 'exclusion' : 'inclusion';
}

function normalized(ranges: readonly CpuRange[]): CpuSet {
  const sorted = [...ranges].sort((one, other) =>
    one.first < other.first ? -1 : Number(one.first > other.first),
  );
  const merged: CpuRange[] = [];
  for (const range of sorted) {
    const previous = merged.at(-1);
    if (previous === undefined || range.first > previous.last + 1n) merged.push(range);
    else if (range.last > previous.last)
      merged[merged.length - 1] = { first: previous.first, last: range.last };
  }
  return merged;
}
