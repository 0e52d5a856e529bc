import { getProviderAggregates } from '@berth/client/placement/aggregates.ts';
import { getInventories } from '@berth/client/placement/inventories.ts';
import { listProvidersInTree, listSharingProviders } from '@berth/client/placement/providers.ts';
import type { Transport } from '@berth/client/transport.ts';

/** Who has which classes of resources where a server is: its node, what is below it, and what is shared with it. */
export interface TreeStock {
  readonly root: string;
  /** The root, then its tree, then those that share. */
  readonly providers: readonly StockedProvider[];
}

export interface StockedProvider {
  readonly uuid: string;
  readonly name: string;
  readonly place: 'root' | 'below' | 'sharing';
  readonly classes: ReadonlySet<string>;
}

export async function readTreeStock(placement: Transport, root: string): Promise<TreeStock> {
  const tree = await listProvidersInTree(placement, root);
  const { aggregates } = await getProviderAggregates(placement, root);
  const sharing = (await listSharingProviders(placement, aggregates)).filter(
    ({ uuid }) => !tree.some((each) => each.uuid === uuid),
  );
  const providers: StockedProvider[] = [];
  for (const [place, those] of [
    ['root', tree.filter(({ uuid }) => uuid === root)],
    ['below', tree.filter(({ uuid }) => uuid !== root)],
    ['sharing', sharing],
  ] as const) {
    for (const { uuid, name } of those) {
      const { inventories } = await getInventories(placement, uuid);
      providers.push({ uuid, name, place, classes: new Set(Object.keys(inventories)) });
    }
  }
  return { root, providers };
}
