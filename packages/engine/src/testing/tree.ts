import type { Provider } from '../provider.ts';

/** The top of a provider's tree, by climbing. */
export function topOf(provider: Provider): Provider {
  return provider.parent ? topOf(provider.parent) : provider;
}

/** Whether a provider is another one or lies below it. */
export function isAtOrBelow(provider: Provider, top: Provider): boolean {
  return provider === top || (provider.parent !== null && isAtOrBelow(provider.parent, top));
}

/** A provider and all below it. */
export function treeBelow(provider: Provider): Provider[] {
  return [provider, ...[...provider.children].flatMap(treeBelow)];
}
