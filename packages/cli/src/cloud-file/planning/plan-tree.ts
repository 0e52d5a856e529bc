import type { Step } from '../step.ts';
import { depthOf, type FutureProvider } from './future-providers.ts';

/**
 * Providers that are to be made, renamed or put below another one, parents first: whatever one is to be below is then there, and in its place, so that
 * no step makes a circle which a later one would open.
 */
export function planTree(providers: readonly FutureProvider[]): readonly Step[] {
  const names = new Map(providers.flatMap(({ known }) => (known === null ? [] : [[known.uuid, known.name]])));
  return providers
    .filter(({ asked }) => asked !== null)
    .map((provider) => ({ provider, depth: depthOf(provider) }))
    .sort((a, b) => a.depth - b.depth)
    .flatMap(({ provider: { name, asked, known, parent } }): readonly Step[] => {
      const above = parent?.name ?? null;
      if (known === null)
        return [{ kind: 'create-provider', name, uuid: asked?.uuid ?? null, parent: above }];
      const { name: oldName, parentUuid } = known;
      if (name === oldName && isBelow(parent, parentUuid)) return [];
      const before = { name: oldName, parent: parentUuid === null ? null : (names.get(parentUuid) ?? null) };
      return [{ kind: 'update-provider', name, parent: above, before }];
    });
}

/** Whether what it is below is what it is to be below. */
function isBelow(parent: FutureProvider | null, parentUuid: string | null): boolean {
  return parent === null ? parentUuid === null : parent.known?.uuid === parentUuid;
}
