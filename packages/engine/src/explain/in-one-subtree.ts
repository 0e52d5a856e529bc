import type { Provider } from '../provider.ts';

/** C11: all providers lie below one of them, or are it. */
export function isInOneSubtree(providers: readonly Provider[]): boolean {
  const [first] = providers;
  if (first === undefined) return true;
  // The one that all lie below is an ancestor of the first, or the first itself.
  for (let top: Provider | null = first; top; top = top.parent) {
    if (providers.includes(top) && providers.every((provider) => isBelow(provider, top))) return true;
  }
  return false;
}

function isBelow(provider: Provider, top: Provider): boolean {
  for (let each: Provider | null = provider; each; each = each.parent) if (each === top) return true;
  return false;
}
