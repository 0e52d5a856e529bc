import { inOrder } from '../../output/formatted.ts';
import type { CloudState } from '../state/cloud-state.ts';

/** A state without what differs from cloud to cloud: ids that were made, generations, orders of lists. */
export function statePicture({ classes, traits, providers, flavors }: CloudState): unknown {
  const names = new Map(providers.map(({ uuid, name }) => [uuid, name]));
  const own = (all: ReadonlySet<string>) => [...all].filter((name) => name.startsWith('CUSTOM_')).sort();
  return {
    classes: own(classes),
    traits: own(traits),
    providers: byName(
      providers.map(({ name, parentUuid, inventories = {}, traits: has = [], aggregates = [] }) => ({
        name,
        parent: parentUuid === null ? null : names.get(parentUuid),
        inventories: inOrder(inventories),
        traits: has.toSorted(),
        aggregates: aggregates.toSorted(),
      })),
    ),
    flavors: byName(
      flavors.map(({ id, extraSpecs, projects, ...flavor }) => ({
        ...flavor,
        id: isMade(id) ? 'made' : id,
        extraSpecs: inOrder(extraSpecs),
        projects: projects.toSorted(),
      })),
    ),
  };
}

function byName<Thing extends { readonly name: string }>(things: readonly Thing[]): readonly Thing[] {
  return things.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function isMade(id: string): boolean {
  return id.startsWith('made for ') || /^[0-9a-f-]{36}$/.test(id);
}
