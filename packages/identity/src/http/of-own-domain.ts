import type { IdentityContext } from './endpoint.ts';

/** Whoever asks with a token of a domain sees what is in that domain. */
export function ofOwnDomain<Thing extends { readonly domainId: string }>(
  { caller: { domainId } }: Pick<IdentityContext, 'caller'>,
  things: readonly Thing[],
): readonly Thing[] {
  return domainId === null ? things : things.filter((thing) => thing.domainId === domainId);
}
