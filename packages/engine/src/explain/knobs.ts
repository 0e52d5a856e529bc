import { assert } from '../assert.ts';
import type { CandidateRequest, RequestGroup } from '../candidates/request.ts';
import type { ClassName } from '../ids.ts';
import { distinctLists } from './distinct.ts';
import type { Change } from './explanation.ts';

/**
 * All that can be changed about a request, one knob for each thing it asks for. How far each is turned is its level:
 *
 * - a condition: 0 as asked, 1 dropped;
 * - an amount: 0 as asked, `lower` or `higher`, or `dropped`, which goes further than either;
 * - a whole group: 0 as asked, 1 dropped, which goes further than all the knobs of the group.
 *
 * A setting is the levels of all knobs. One is at most another if no knob is turned further in it; then it is a part of the
 * other. Its size is how many of the things asked for it gives up or changes. A group counts for all that it asks for, so
 * no part of a setting is larger than it.
 */
export class Knobs {
  readonly all: readonly Knob[];
  readonly #groupKnobs = new Map<string, number>();
  readonly #conditions = new Map<string, number>();
  readonly #amounts = new Map<string, number>();

  constructor(request: CandidateRequest) {
    this.all = knobsOf(request);
    for (const [index, knob] of this.all.entries()) {
      if (knob.kind === 'group') this.#groupKnobs.set(knob.suffix, index);
      else if (knob.kind === 'amount') this.#amounts.set(`${knob.suffix} ${knob.resourceClass}`, index);
      else this.#conditions.set(keyOf(knob.change), index);
    }
  }

  asAsked(): Setting {
    return new Uint8Array(this.all.length);
  }

  conditionOf(change: Change): number {
    const index = this.#conditions.get(keyOf(change));
    assert(index !== undefined, `there is a knob for ${keyOf(change)}`);
    return index;
  }

  amountOf(suffix: string, resourceClass: ClassName): number {
    const index = this.#amounts.get(`${suffix} ${resourceClass}`);
    assert(index !== undefined, `there is a knob for ${resourceClass} of the group '${suffix}'`);
    return index;
  }

  isGroupDropped(setting: Setting, suffix: string): boolean {
    const index = this.#groupKnobs.get(suffix);
    return index !== undefined && setting[index] !== 0;
  }

  canDropClass(index: number): boolean {
    const knob = this.all[index];
    return knob?.kind === 'amount' && knob.canDrop;
  }

  /** The turn that drops a group, or none when it is the only one that asks for something. */
  dropOf(suffix: string): Turn[] {
    const index = this.#groupKnobs.get(suffix);
    return index === undefined ? [] : [{ knob: index, level: 1 }];
  }

  /** The smallest setting that is at least this one with these turns; null when there is none. */
  turned(setting: Setting, turns: readonly Turn[]): Setting | null {
    const result = setting.slice();
    for (const { knob: index, level } of turns) {
      const knob = this.all[index] as Knob; // A turn is of a knob.
      const isDropped = knob.suffix !== null && this.isGroupDropped(result, knob.suffix);
      if (isDropped) continue;
      const before = result[index] as number;
      result[index] = before === 0 || before === level ? level : dropped;
      const goesTooFar = knob.kind === 'amount' && result[index] === dropped && !knob.canDrop;
      if (knob.kind !== 'group' && !goesTooFar) continue;
      const group = this.#groupKnobs.get(knob.suffix);
      if (group === undefined) return null;
      for (const [other, { suffix }] of this.all.entries()) if (suffix === knob.suffix) result[other] = 0;
      result[group] = 1;
    }
    return result;
  }

  isAtMost(part: Setting, whole: Setting): boolean {
    return this.all.every((knob, index) => {
      const level = part[index];
      if (level === 0 || level === whole[index]) return true;
      if (knob.suffix !== null && this.isGroupDropped(whole, knob.suffix)) return true;
      return knob.kind === 'amount' && whole[index] === dropped;
    });
  }

  sizeOf(setting: Setting): number {
    return this.#sum(setting, (knob) => (knob.kind === 'group' ? knob.demands : 1));
  }

  /** Grows with every turn that goes further, where the size may stay the same. */
  rankOf(setting: Setting): number {
    return this.#sum(setting, (knob, level) => {
      if (knob.kind === 'group') return 2 * knob.demands + 1;
      return level === dropped ? 2 : 1;
    });
  }

  /** What is given up, apart from changes of amounts: a condition counts half of a class. */
  lossOf(setting: Setting): number {
    return this.#sum(setting, (knob, level) => {
      if (knob.kind === 'group') return knob.demands;
      if (knob.kind === 'condition') return 0.5;
      return level === dropped ? 1 : 0;
    });
  }

  /** `amountOf` knows what an amount becomes that is neither as asked nor dropped. */
  changesOf(setting: Setting, amountOf: (knob: number) => number): Change[] {
    return this.all.flatMap((knob, index): Change[] => {
      const level = setting[index];
      if (level === 0) return [];
      if (knob.kind === 'group') return [{ kind: 'drop-group', suffix: knob.suffix }];
      if (knob.kind === 'condition') return [knob.change];
      const { suffix, resourceClass, asked } = knob;
      if (level === dropped) return [{ kind: 'drop-class', suffix, resourceClass, from: asked }];
      const kind = level === lower ? 'lower-amount' : 'raise-amount';
      return [{ kind, suffix, resourceClass, from: asked, to: amountOf(index) }];
    });
  }

  #sum(setting: Setting, weight: (knob: Knob, level: number) => number): number {
    let sum = 0;
    for (const [index, level] of setting.entries()) {
      if (level !== 0) sum += weight(this.all[index] as Knob, level);
    }
    return sum;
  }
}

export type Setting = Uint8Array;

/** Levels of an amount. */
export const lower = 1;
export const higher = 2;
export const dropped = 3;

/** Turns a knob to a level, or further where it is at another already. */
export interface Turn {
  readonly knob: number;
  readonly level: number;
}

export type Knob =
  | { readonly kind: 'condition'; readonly suffix: string | null; readonly change: Change }
  | {
      readonly kind: 'amount';
      readonly suffix: string;
      readonly resourceClass: ClassName;
      readonly asked: number;
      /** Whether something is left of the group without the class. */
      readonly canDrop: boolean;
    }
  | { readonly kind: 'group'; readonly suffix: string; readonly demands: number };

function knobsOf(request: CandidateRequest): Knob[] {
  const { groups, sameSubtrees } = request;
  const tied = sameSubtrees.flat();
  const own = groups.map(({ suffix, ...group }) => ({
    suffix,
    knobs: [
      ...amountKnobs({ suffix, ...group }, tied.includes(suffix)),
      ...conditionChanges({ suffix, ...group }).map((change) => conditionKnob(suffix, change)),
    ],
  }));
  const asking = groups.filter(({ resources }) => resources.size > 0);
  const droppable = own.filter(({ suffix }) => asking.some((other) => other.suffix !== suffix));
  return [
    ...own.flatMap(({ knobs }) => knobs),
    ...requestChanges(request).map((change) => conditionKnob(null, change)),
    ...droppable.map(({ suffix, knobs }): Knob => ({ kind: 'group', suffix, demands: knobs.length })),
  ];
}

function conditionKnob(suffix: string | null, change: Change): Knob {
  return { kind: 'condition', suffix, change };
}

function amountKnobs({ suffix, resources }: RequestGroup, isTied: boolean): Knob[] {
  return Array.from(resources, ([resourceClass, asked]) => ({
    kind: 'amount',
    suffix,
    resourceClass,
    asked,
    canDrop: resources.size > 1 || isTied,
  }));
}

function conditionChanges({ suffix, conditions }: RequestGroup): Change[] {
  const { requiredTraits, forbiddenTraits, memberOf, forbiddenAggregates, inTree } = conditions;
  return [
    ...distinctLists(requiredTraits).map((anyOf) => ({ kind: 'drop-required', suffix, anyOf }) as const),
    ...Array.from(new Set(forbiddenTraits), (trait) => ({ kind: 'allow-trait', suffix, trait }) as const),
    ...distinctLists(memberOf).map((anyOf) => ({ kind: 'drop-member-of', suffix, anyOf }) as const),
    ...Array.from(
      new Set(forbiddenAggregates),
      (aggregate) => ({ kind: 'allow-aggregate', suffix, aggregate }) as const,
    ),
    ...(inTree === null ? [] : [{ kind: 'drop-in-tree', suffix, provider: inTree } as const]),
  ];
}

/** What is asked of the request as a whole. */
function requestChanges(request: CandidateRequest): Change[] {
  const { rootRequiredTraits, rootForbiddenTraits, sameSubtrees, groupPolicy, groups } = request;
  const subtrees = distinctLists(sameSubtrees).filter((suffixes) => suffixes.length > 1);
  const isIsolated = groupPolicy === 'isolate' && groups.filter(({ suffix }) => suffix !== '').length > 1;
  return [
    ...Array.from(new Set(rootRequiredTraits), (trait) => ({ kind: 'drop-root-required', trait }) as const),
    ...Array.from(new Set(rootForbiddenTraits), (trait) => ({ kind: 'allow-root-trait', trait }) as const),
    ...subtrees.map((suffixes) => ({ kind: 'drop-same-subtree', suffixes }) as const),
    ...(isIsolated ? [{ kind: 'drop-isolation' } as const] : []),
  ];
}

function keyOf(change: Change): string {
  return JSON.stringify(change);
}
