import type { Provider } from '../provider.ts';
import { treeOf } from '../provider.ts';
import type { Candidate, Slot } from './candidate.ts';

/**
 * C15: whose summaries belong to these candidates: every provider of the trees that something is taken from, or, for
 * a client that knows no trees, just the providers that something is taken from.
 */
export function summarised(
  slots: readonly Slot[],
  candidates: readonly Candidate[],
  allowsNested: boolean,
): Set<Provider> {
  const found = new Set<Provider>();
  for (const { providers } of candidates) {
    for (let index = 0; index < providers.length; index++) {
      const provider = providers[index] as Provider;
      if (found.has(provider) || slots[index]?.resources.length === 0) continue;
      if (!allowsNested || provider.root.children.size === 0) found.add(provider);
      else for (const member of treeOf(provider.root)) found.add(member);
    }
  }
  return found;
}
