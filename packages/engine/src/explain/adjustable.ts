import type { CandidateRequest } from '../candidates/request.ts';
import { hasAny } from './traits-match.ts';
import type { TraitName } from '../ids.ts';
import type { Choice, Take } from './arrange.ts';
import type { Conflict } from './conflict.ts';
import type { Change } from './explanation.ts';
import { dropped, type Knobs, lower, type Setting, type Turn } from './knobs.ts';
import type { PartLook } from './part-look.ts';
import { relax } from './relax.ts';
import { requiredTogether, togetherRules } from './together.ts';
import { amountTurns, canServe, type TreeLook, turnsFor } from './tree-look.ts';

/** A request and its knobs: what it asks of a tree at a setting, and what could be turned where the tree has it not. */
export class Adjustable {
  readonly #request: CandidateRequest;
  readonly #knobs: Knobs;
  readonly #parts: readonly PartLook[];
  readonly #required: readonly { readonly knob: number; readonly anyOf: readonly TraitName[] }[];
  readonly #subtrees: readonly { readonly knob: number; readonly suffixes: readonly string[] }[];
  /** There is one only where there are groups to be isolated. */
  readonly #isolation: number | null;

  constructor(request: CandidateRequest, knobs: Knobs, parts: readonly PartLook[]) {
    this.#request = request;
    this.#knobs = knobs;
    this.#parts = parts;
    this.#required = requiredTogether(request).map((anyOf) => ({
      knob: knobs.conditionOf({ kind: 'drop-required', suffix: '', anyOf }),
      anyOf,
    }));
    const rules = togetherRules(
      request,
      parts.map(({ part }) => part),
    );
    this.#subtrees = rules.flatMap((rule) => {
      if (rule.kind !== 'same-subtree') return [];
      const { suffixes } = rule;
      return [{ knob: knobs.conditionOf({ kind: 'drop-same-subtree', suffixes }), suffixes }];
    });
    const isIsolated = rules.some((rule) => rule.kind === 'isolate');
    this.#isolation = isIsolated ? knobs.conditionOf({ kind: 'drop-isolation' }) : null;
  }

  /** Of the first thing that a tree lacks, all ways to do without it; null when each part has somebody to serve it. */
  waysToServe(look: TreeLook, setting: Setting): Turn[][] | null {
    const rootTurns = look.rootKnobs.filter((knob) => setting[knob] === 0);
    if (rootTurns.length > 0) return [rootTurns.map((knob) => ({ knob, level: 1 }))];
    for (const [index, part] of this.#asked(setting)) {
      const servings = look.served[index] ?? [];
      if (servings.some((serving) => canServe(part, serving, setting))) continue;
      const ways = servings.flatMap((serving) => turnsFor(this.#knobs, part, serving, setting));
      // To drop the group goes further than anything about it, so it is only worth a try where nothing else is.
      return ways.length > 0 ? ways : this.#knobs.dropOf(part.part.suffix).map((turn) => [turn]);
    }
    return this.#waysToHaveTraits(look, setting);
  }

  /** Null when it can be asked so; else all ways to make something of it that can. */
  waysToBeAsked(setting: Setting): Turn[][] | null {
    // What amounts become makes no difference here.
    const changes = this.#knobs.changesOf(setting, () => 1);
    if (relax(this.#request, changes)) return null;
    // Some group asks for nothing any more and is not tied to another, or is empty; whatever is turned, it stays so.
    return this.#request.groups
      .filter(({ suffix, resources }) => {
        if (this.#knobs.isGroupDropped(setting, suffix)) return false;
        const names = [...resources.keys()];
        return names.every((name) => setting[this.#knobs.amountOf(suffix, name)] === dropped);
      })
      .flatMap(({ suffix }) => this.#knobs.dropOf(suffix).map((turn) => [turn]));
  }

  /** All that changes something about a conflict. */
  waysOutOf(conflict: Conflict, look: TreeLook, setting: Setting): Turn[][] {
    const asked = this.#asked(setting);
    const parts = conflict.parts.map((index) => asked[index] as [number, PartLook]); // Made from these.
    const turns: Turn[] = [];
    const drop = (knob: number | undefined | null) => {
      if (typeof knob === 'number' && setting[knob] === 0) turns.push({ knob, level: 1 });
    };
    for (const [index, part] of parts) {
      const servings = look.served[index] ?? [];
      for (const knob of new Set(servings.flatMap(({ conditions }) => conditions.flat()))) drop(knob);
      const others = parts.filter(([other]) => other !== index).flatMap(([, { amounts }]) => amounts);
      turns.push(...amountTurns(this.#knobs, part, servings, others, setting));
      turns.push(...this.#knobs.dropOf(part.part.suffix));
    }
    const inForce = <Rule extends { readonly knob: number }>(rules: readonly Rule[]) =>
      rules.filter(({ knob }) => setting[knob] === 0);
    for (const index of conflict.requiredTogether) drop(inForce(this.#required)[index]?.knob);
    for (const index of conflict.subtrees) drop(inForce(this.#subtrees)[index]?.knob);
    if (conflict.isIsolated) drop(this.#isolation);
    return turns.map((turn) => [turn]);
  }

  /** The choice that a tree leaves, where each part has somebody to serve it. */
  choiceAt(look: TreeLook, setting: Setting): Choice {
    const asked = this.#asked(setting);
    const suffixes = asked.map(([, { part }]) => part.suffix);
    return {
      parts: asked.map(([index, part]) => ({
        isSpread: part.part.isSpread,
        takes: takesOf(part, setting),
        options: (look.served[index] ?? [])
          .filter((serving) => canServe(part, serving, setting))
          .map(({ provider }) => provider),
      })),
      addsUp: true,
      isIsolated: this.#isolation !== null && setting[this.#isolation] === 0,
      subtrees: this.#subtrees
        .filter(({ knob }) => setting[knob] === 0)
        .map((each) => suffixes.flatMap((suffix, index) => (each.suffixes.includes(suffix) ? [index] : []))),
      isOnePerTree: !this.#request.allowsNested,
      requiredTogether: this.#required.filter(({ knob }) => setting[knob] === 0).map(({ anyOf }) => anyOf),
    };
  }

  /** The changes that a setting makes, with the amounts that were found for it. */
  changesOf(setting: Setting, amounts: ReadonlyMap<Take, number>): Change[] {
    const byKnob = new Map<number, number>();
    for (const [take, amount] of amounts) byKnob.set((take as KnobTake).knob, amount); // See choiceAt.
    return this.#knobs.changesOf(setting, (knob) => byKnob.get(knob) as number);
  }

  /** The parts that something is to be taken for, or a provider to be there for. */
  #asked(setting: Setting): [number, PartLook][] {
    return [...this.#parts.entries()].filter(
      ([, { part, amounts }]) =>
        !this.#knobs.isGroupDropped(setting, part.suffix) &&
        (!part.isSpread || amounts.some(({ knob }) => setting[knob] !== dropped)),
    );
  }

  /** C3 for the spread group: somebody who could be taken must have the trait. */
  #waysToHaveTraits(look: TreeLook, setting: Setting): Turn[][] | null {
    const spread = this.#asked(setting).filter(([, { part }]) => part.isSpread);
    if (spread.length === 0) return null;
    for (const { knob, anyOf } of this.#required) {
      if (setting[knob] !== 0) continue;
      const able = spread.flatMap(([index, part]) =>
        (look.served[index] ?? [])
          .filter(({ provider }) => hasAny(provider.traits, anyOf))
          .map((serving) => ({ part, serving })),
      );
      if (able.some(({ part, serving }) => canServe(part, serving, setting))) continue;
      const ways = able.flatMap(({ part, serving }) => turnsFor(this.#knobs, part, serving, setting));
      return [[{ knob, level: 1 }], ...ways];
    }
    return null;
  }
}

interface KnobTake extends Take {
  readonly knob: number;
}

function takesOf({ amounts }: PartLook, setting: Setting): KnobTake[] {
  return amounts
    .filter(({ knob }) => setting[knob] !== dropped)
    .map(({ knob, resourceClass, asked }) => {
      const level = setting[knob];
      const amount = level === 0 ? 'asked' : level === lower ? 'lower' : 'higher';
      return { knob, resourceClass, asked, amount };
    });
}
