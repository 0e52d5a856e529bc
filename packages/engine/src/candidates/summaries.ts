import type { Provider } from '../provider.ts';
import { subtreeOf } from '../provider.ts';
import type { Candidate } from './candidate.ts';

/**
 * C15: whose summaries belong to these candidates: every provider of the trees that something is taken from, or, for
 * a client that knows no trees, just the providers that something is taken from.
 */
export function summarised(candidates: readonly Candidate[], allowsNested: boolean): Set<Provider> {
  const providers = new Set<Provider>();
  for (const { pieces } of candidates) {
    for (const { provider } of pieces) {
      if (!allowsNested) providers.add(provider);
      else if (!providers.has(provider)) addTree(providers, provider.root);
    }
  }
  return providers;
}

function addTree(providers: Set<Provider>, root: Provider): void {
  if (root.children.size === 0) providers.add(root);
  else for (const provider of subtreeOf(root)) providers.add(provider);
}
