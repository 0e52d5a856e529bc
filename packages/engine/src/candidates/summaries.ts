import type { Provider } from '../provider.ts';
import type { Candidate, Slot } from './candidate.ts';

/*
 * C15: summaries are given of every provider of the trees that something is taken from, or, for a client that knows no
 * trees, just of the providers that something is taken from.
 */

export function rootsTakenFrom(slots: readonly Slot[], candidates: readonly Candidate[]): Set<Provider> {
  const roots = new Set<Provider>();
  for (const { providers } of candidates) {
    for (let index = 0; index < providers.length; index++) {
      if (takesSomething(slots, index)) roots.add((providers[index] as Provider).root);
    }
  }
  return roots;
}

export function providersTakenFrom(slots: readonly Slot[], candidates: readonly Candidate[]): Set<Provider> {
  const found = new Set<Provider>();
  for (const { providers } of candidates) {
    for (let index = 0; index < providers.length; index++) {
      if (takesSomething(slots, index)) found.add(providers[index] as Provider);
    }
  }
  return found;
}

function takesSomething(slots: readonly Slot[], index: number): boolean {
  return (slots[index] as Slot).resources.length > 0;
}
