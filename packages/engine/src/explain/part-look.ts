import { isInAny } from './aggregates-match.ts';
import type { AggregateId, ClassName } from '../ids.ts';
import type { Provider } from '../provider.ts';
import type { Change } from './explanation.ts';
import type { Knobs } from './knobs.ts';
import type { Check, Part } from './parts.ts';
import { roomOf } from './room.ts';
import type { Rule } from './rule.ts';
import type { Serving } from './tree-look.ts';

/** A part, and which knob changes what of it. */
export interface PartLook {
  readonly part: Part;
  readonly amounts: readonly {
    readonly knob: number;
    readonly resourceClass: ClassName;
    readonly asked: number;
  }[];
  /** Each is met or not, whatever the others are. */
  readonly conditions: readonly { readonly knob: number; readonly check: Check }[];
  /** Apart, because in the spread group one provider has to be in all of them, itself or its root. */
  readonly memberOf: readonly { readonly knob: number; readonly anyOf: readonly AggregateId[] }[];
}

export function partLookOf(part: Part, knobs: Knobs): PartLook {
  const { suffix, takes, checks } = part;
  const conditions: { knob: number; check: Check }[] = [];
  const memberOf: { knob: number; anyOf: readonly AggregateId[] }[] = [];
  for (const check of checks) {
    const change = changeFor(check.rule, suffix);
    if (change === null) continue;
    const knob = knobs.conditionOf(change);
    if (change.kind === 'drop-member-of') memberOf.push({ knob, anyOf: change.anyOf });
    else conditions.push({ knob, check });
  }
  return {
    part,
    amounts: takes.map(([resourceClass, asked]) => ({
      knob: knobs.amountOf(suffix, resourceClass),
      resourceClass,
      asked,
    })),
    conditions,
    memberOf,
  };
}

/** The change after which a rule about one provider need not hold. Amounts have more than one. */
function changeFor(rule: Rule, suffix: string): Change | null {
  switch (rule.kind) {
    case 'required':
      return { kind: 'drop-required', suffix, anyOf: rule.anyOf };
    case 'forbidden':
      return { kind: 'allow-trait', suffix, trait: rule.trait };
    case 'member-of':
      return { kind: 'drop-member-of', suffix, anyOf: rule.anyOf };
    case 'forbidden-aggregate':
      return { kind: 'allow-aggregate', suffix, aggregate: rule.aggregate };
    case 'in-tree':
      return { kind: 'drop-in-tree', suffix, provider: rule.provider };
    default:
      return null;
  }
}

export function servingOf(look: PartLook, provider: Provider, anchor: Provider): Serving {
  const broken = look.conditions.filter(({ check }) => !check.holds(provider, anchor));
  const unmet = broken.map(({ knob }) => knob);
  return {
    provider,
    conditions: membershipsOf(look, provider, anchor).map((knobs) =>
      knobs.length === 0 ? unmet : [...unmet, ...knobs],
    ),
    rooms: look.amounts.map(({ resourceClass }) => roomOf(provider, resourceClass)),
  };
}

/** The memberships that are missing: to the provider itself, or (C8) to its root, whichever is to be the member. */
function membershipsOf({ part, memberOf }: PartLook, provider: Provider, anchor: Provider): number[][] {
  const own = missing(provider);
  if (own.length === 0 || !part.isSpread || provider.root !== anchor || provider === anchor) return [own];
  const ofRoot = missing(anchor);
  if (ofRoot.every((knob) => own.includes(knob))) return [ofRoot];
  return own.every((knob) => ofRoot.includes(knob)) ? [own] : [own, ofRoot];

  function missing(member: Provider): number[] {
    return memberOf.filter(({ anyOf }) => !isInAny(member, anyOf)).map(({ knob }) => knob);
  }
}
