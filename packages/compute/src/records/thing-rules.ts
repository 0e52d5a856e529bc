import type { Flavor } from '@berth/compute-engine/flavors/flavor.ts';
import type { Noun, Nouns } from '@berth/compute-engine/nouns.ts';

/** What things of each noun have to be by themselves: sentences about what is not so. They take nothing for granted. */
const rules: { readonly [N in Noun]: (thing: Nouns[N]) => Iterable<string> } = {
  flavor: flavorProblems,
};

export function* thingProblems<N extends Noun>(noun: N, thing: Nouns[N]): Generator<string> {
  if (typeof thing !== 'object' || thing === null || typeof thing.id !== 'string') yield 'it has no id';
  else yield* rules[noun](thing);
}

function* flavorProblems(flavor: Flavor): Generator<string> {
  const { id, name, extraSpecs, projects } = flavor;
  if (typeof name !== 'string' || name === '') yield `flavor ${id} has no name`;
  for (const [key, least] of Object.entries(leasts)) {
    const value = flavor[key as keyof typeof leasts];
    if (!Number.isInteger(value) || value < least) yield `flavor ${id}: ${key} is ${value}`;
  }
  if (!(flavor.rxtxFactor > 0)) yield `flavor ${id}: rxtxFactor is ${flavor.rxtxFactor}`;
  if (
    typeof extraSpecs !== 'object' ||
    !Object.values(extraSpecs ?? {}).every((each) => typeof each === 'string')
  ) {
    yield `flavor ${id} has extra specs that are no texts`;
  }
  if (!Array.isArray(projects)) yield `flavor ${id} has no list of projects`;
}

const leasts = { number: 1, vcpus: 1, memoryMb: 1, rootGb: 0, ephemeralGb: 0, swapMb: 0 };
