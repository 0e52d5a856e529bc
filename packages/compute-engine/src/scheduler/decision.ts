import type { FilterName } from './filters/filters.ts';
import type { MultiplierName } from './weighers/weighers.ts';

/**
 * Why a server is where it is, or nowhere: plain data that is kept with it. It has a bound, however many hosts there are: names and
 * reasons are examples, and long ones are cut.
 */
export interface Decision {
  /** Where the server goes; null: there is no host for it, and `ended` says why. */
  readonly chosen: { readonly host: string; readonly node: string } | null;
  /** How many hosts Placement has room on; null where it was not asked. */
  readonly found: number | null;
  /** There may be more hosts with room than were looked at. */
  readonly isCut: boolean;
  /** One after the other, until no host was left. */
  readonly steps: readonly DecisionStep[];
  /** The best hosts, from the heaviest on, that was chosen. Empty where there was nothing to choose. */
  readonly best: readonly WeighedHost[];
  readonly ended: Ended | null;
}

export interface DecisionStep {
  readonly name: FilterName | 'ignored' | 'requested' | 'forced' | 'claims';
  /** How many hosts were left. */
  readonly left: number;
  /** Some of those that were not, and why. */
  readonly refused: readonly { readonly host: string; readonly reason: string }[];
}

export interface WeighedHost {
  readonly host: string;
  readonly node: string;
  readonly weight: number;
  /** What it is the sum of. */
  readonly parts: Partial<Record<MultiplierName, number>>;
}

export interface Ended {
  /** What left no host. */
  readonly step: string;
  readonly reason: string;
}

/** How many hosts are shown of those that were weighed. */
export const bestMax = 4;
/** How many hosts are shown of those that a step refused. */
export const refusedMax = 3;
const nameMax = 64;
const reasonMax = 120;
/** In characters of JSON. */
export const decisionMax = 4096;

export function cutName(name: string): string {
  return cut(name, nameMax);
}

export function cutReason(reason: string): string {
  return cut(reason, reasonMax);
}

function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1)}…`;
}

/** The decision with so few examples that it is not larger than may be. Without any it never is. */
export function bounded(decision: Decision): Decision {
  for (let count = refusedMax; count > 0; count--) {
    const fewer = count === refusedMax ? decision : withExamples(decision, count);
    if (JSON.stringify(fewer).length <= decisionMax) return fewer;
  }
  return withExamples(decision, 0);
}

function withExamples(decision: Decision, count: number): Decision {
  const steps = decision.steps.map((step) => ({ ...step, refused: step.refused.slice(0, count) }));
  return { ...decision, steps };
}
