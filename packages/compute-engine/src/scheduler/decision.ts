import type { CandidateRequest, RequestGroup } from '@berth/engine/candidates/request.ts';
import type { ClassName } from '@berth/engine/ids.ts';
import type { FilterName } from './filters/filters.ts';
import type { AggregateRuleName } from './prefilters/demands.ts';
import type { MultiplierName } from './weighers/weighers.ts';

/**
 * Why a server is where it is, or nowhere: plain data that is kept with it. It has a bound, however many hosts there are: names and
 * reasons are examples, and long ones are cut.
 */
export interface Decision {
  /** How many hosts Placement has room on; null where it was not asked. */
  readonly found: number | null;
  /** There may be more hosts with room than were looked at. */
  readonly isCut: boolean;
  /**
   * One after the other, until no host was left: first what is demanded of the aggregates of all hosts, then, of those with room, what
   * filters say.
   */
  readonly steps: readonly DecisionStep[];
  /** The best hosts, from the heaviest on, which is where the server goes. None: there is no host for it, and `ended` says why. */
  readonly best: readonly WeighedHost[];
  readonly ended: Ended | null;
  /** What Placement was asked for, where it has no room for it: so that it can be explained. Null where that is too long to be kept. */
  readonly asked: AskedOfPlacement | null;
}

/** A request as plain data. */
export interface AskedOfPlacement extends Omit<CandidateRequest, 'groups'> {
  readonly groups: readonly (Omit<RequestGroup, 'resources'> & {
    readonly resources: Readonly<Record<string, number>>;
  })[];
}

export interface DecisionStep {
  readonly name: AggregateRuleName | FilterName | 'ignored' | 'requested' | 'forced' | 'claims';
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

/** In characters of JSON: what is longer asks for hundreds of things. */
const askedMax = 2048;

export function askedOf(request: CandidateRequest): AskedOfPlacement | null {
  const groups = request.groups.map((group) => ({
    ...group,
    resources: Object.fromEntries(group.resources),
  }));
  const asked = { ...request, groups };
  return JSON.stringify(asked).length <= askedMax ? asked : null;
}

export function requestOf(asked: AskedOfPlacement): CandidateRequest {
  const groups = asked.groups.map((group) => ({
    ...group,
    resources: new Map(Object.entries(group.resources) as [ClassName, number][]), // They were made of such a map.
  }));
  return { ...asked, groups };
}

export function cutName(name: string): string {
  return cut(name, nameMax);
}

/** In characters. */
export const explanationMax = 1000;

export function cutExplanation(explanation: string): string {
  return cut(explanation, explanationMax);
}

export function cutReason(reason: string): string {
  return cut(reason, reasonMax);
}

function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  // A character may be two of these, and half of it is none.
  return `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`;
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
