import type { AggregateId, TraitName } from '@berth/engine/ids.ts';
import type { Provider } from '@berth/engine/provider.ts';
import {
  chunkCount,
  lowestBit,
  type ReadonlyProviderSet,
  wordsPerChunk,
} from '@berth/engine/provider-set.ts';
import type { World } from '@berth/engine/world.ts';
import { cutName, cutReason, type DecisionStep, refusedMax } from '../decision.ts';
import type { SchedulerView } from '../scheduler-view.ts';
import type { AggregateRule } from './demands.ts';

/**
 * How many hosts each rule about aggregates leaves, one after the other, of all that there are: before it is asked who has room. Hosts are
 * counted as bits, 32 at a time, since every server that is asked for in a zone has such a rule.
 */
export function aggregateSteps(
  view: SchedulerView,
  rules: readonly AggregateRule[],
): readonly DecisionStep[] {
  if (rules.length === 0) return [];
  const { placement } = view;
  const left = hostBits(placement);
  return rules.map((rule) => {
    const before = left.slice();
    const members = memberBits(placement, rule.ids);
    let count = 0;
    for (let word = 0; word < left.length; word++) {
      const bits = members[word] as number;
      left[word]! &= rule.isForbidden ? ~bits : bits;
      count += bitCount(left[word] as number);
    }
    const refused = firstOf(placement, before, left, refusedMax).map((root) => ({
      host: cutName(view.node(root.id)?.host ?? root.name),
      reason: cutReason(reasonOf(view, rule, root)),
    }));
    return { name: rule.name, left: count, refused };
  });
}

/** The roots of Placement that share nothing: these are hosts. */
function hostBits(placement: World): Int32Array {
  const { roots, providersByTrait } = placement;
  const hosts = bitsOf(placement, [roots]);
  const sharers = bitsOf(placement, [providersByTrait.get(sharing)]);
  for (let word = 0; word < hosts.length; word++) hosts[word]! &= ~(sharers[word] as number);
  return hosts;
}

const sharing = 'MISC_SHARES_VIA_AGGREGATE' as TraitName;

function memberBits(placement: World, ids: readonly AggregateId[]): Int32Array {
  const { providersByAggregate } = placement;
  return bitsOf(
    placement,
    ids.map((id) => providersByAggregate.get(id)),
  );
}

/** Whoever is in any of the sets. */
function bitsOf({ roster }: World, sets: readonly (ReadonlyProviderSet | undefined)[]): Int32Array {
  const chunks = chunkCount(roster);
  const union = new Int32Array(chunks * wordsPerChunk);
  for (const set of sets) {
    if (set === undefined) continue;
    for (let chunk = 0; chunk < chunks; chunk++) {
      const words = set.words(chunk);
      if (words === undefined) continue;
      const first = chunk * wordsPerChunk;
      for (let word = 0; word < wordsPerChunk; word++) union[first + word]! |= words[word] as number;
    }
  }
  return union;
}

/** The first few that were there before and are not now. */
function firstOf({ roster }: World, before: Int32Array, after: Int32Array, max: number): readonly Provider[] {
  const found: Provider[] = [];
  for (let word = 0; word < before.length && found.length < max; word++) {
    let bits = (before[word] as number) & ~(after[word] as number);
    for (; bits !== 0 && found.length < max; bits &= bits - 1) {
      found.push(roster.at((word << 5) | lowestBit(bits)));
    }
  }
  return found;
}

function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x5555_5555);
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

function reasonOf(view: SchedulerView, { name, ids }: AggregateRule, root: Provider): string {
  if (name === 'require_tenant_aggregate') return 'it is in no aggregate of the project';
  if (name === 'map_az_to_placement_aggregate') return 'it is in another zone';
  const forbidden = new Set(ids);
  for (const aggregate of view.aggregates()) {
    if (forbidden.has(aggregate.id) && root.aggregates.has(aggregate.id)) {
      return `aggregate ${aggregate.name} is for servers with other traits`;
    }
  }
  return 'it is in an aggregate for servers with other traits';
}
