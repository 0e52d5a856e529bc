import { getProviderAggregates } from '@berth/client/placement/aggregates.ts';
import { getInventories } from '@berth/client/placement/inventories.ts';
import { listProviders, listProvidersWith } from '@berth/client/placement/providers.ts';
import type { ProviderRecord } from '@berth/client/placement/records.ts';
import { listResourceClasses } from '@berth/client/placement/resource-classes.ts';
import { getProviderTraits, listTraits } from '@berth/client/placement/traits.ts';
import type { Transport } from '@berth/client/transport.ts';
import type { Cloud } from '../../asking/cloud.ts';
import { atOnce, inTurns } from '../../asking/in-turns.ts';
import type { Service } from '../../asking/service.ts';
import { CommandFailure } from '../../command/command-failure.ts';
import type { AskedProvider, CloudFile } from '../cloud-file.ts';
import { type CloudState, type KnownProvider, nodeTrait } from './cloud-state.ts';
import { readFlavorsState } from './read-flavors-state.ts';

/** From which on all that files say can be done: providers are put below others, and flavors come with their extra specs. */
const needed = { placement: '1.37', compute: '2.61' } as const;

export interface StateOptions {
  readonly prunesProviders: boolean;
  readonly progress: (text: string) => void;
}

/** Asks the services for what the file speaks of. A service about which it says nothing is not asked anything. */
export async function readCloudState(
  file: CloudFile,
  cloud: Cloud,
  options: StateOptions,
): Promise<CloudState> {
  const isOfPlacement = file.providers !== undefined || file.classes.length + file.traits.length > 0;
  const ofPlacement = isOfPlacement
    ? await readPlacement(file, newEnough(await cloud.placement(), 'placement').transport, options)
    : nothingOfPlacement;
  const ofCompute =
    file.flavors === undefined
      ? { flavors: [], projects: new Map() }
      : await readFlavorsState(file.flavors, cloud, newEnough(await cloud.compute(), 'compute'));
  return { ...ofPlacement, ...ofCompute };
}

type PlacementState = Omit<CloudState, 'flavors' | 'projects'>;

const nothingOfPlacement: PlacementState = {
  classes: new Set(),
  traits: new Set(),
  providers: [],
  nodeUuids: new Set(),
};

function newEnough(service: Service, name: keyof typeof needed): Service {
  if (service.version.has(needed[name])) return service;
  throw new CommandFailure(
    `this command needs ${name} ${needed[name]} or newer, and ${service.version.text} is in force (--os-${name}-api-version)`,
  );
}

async function readPlacement(
  { providers: asked = [] }: CloudFile,
  placement: Transport,
  { prunesProviders, progress }: StateOptions,
): Promise<PlacementState> {
  const [classes, traits, providers, nodes] = await Promise.all([
    listResourceClasses(placement),
    listTraits(placement),
    listProviders(placement),
    prunesProviders ? listProvidersWith(placement, nodeTrait) : [],
  ]);
  return {
    classes: new Set(classes),
    traits: new Set(traits),
    providers: await readContents(asked, providers, placement, progress),
    nodeUuids: new Set(nodes.map(({ uuid }) => uuid)),
  };
}

/** All providers, those that the file has with what it says something of. */
async function readContents(
  asked: readonly AskedProvider[],
  providers: readonly ProviderRecord[],
  placement: Transport,
  progress: (text: string) => void,
): Promise<readonly KnownProvider[]> {
  const byKey = new Map(asked.map((each) => [each.uuid ?? each.name, each]));
  let read = 0;
  return inTurns(providers, atOnce, async (provider) => {
    const wanted = byKey.get(provider.uuid) ?? byKey.get(provider.name);
    if (wanted === undefined) return provider;
    const { uuid } = provider;
    const [inventories, traits, aggregates] = await Promise.all([
      wanted.inventories && getInventories(placement, uuid),
      wanted.traits && getProviderTraits(placement, uuid),
      wanted.aggregates && getProviderAggregates(placement, uuid),
    ]);
    read += 1;
    progress(`${read} of ${asked.length} providers`);
    return {
      ...provider,
      ...(inventories && { inventories: inventories.inventories }),
      ...(traits && { traits: traits.traits }),
      ...(aggregates && { aggregates: aggregates.aggregates }),
    };
  });
}
