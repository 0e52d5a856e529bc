import { isDeepStrictEqual } from 'node:util';
import { isUuid } from '@berth/client/is-uuid.ts';
import { inventoryFaults } from '@berth/client/placement/inventory-faults.ts';
import { providerNameFault } from '@berth/client/placement/provider-name.ts';
import { isResourceName } from '@berth/client/placement/resource-name.ts';
import { describeValue, quote } from '@berth/client/quote.ts';
import type { ProviderData } from '../provider-data.ts';
import type { ProviderTree } from '../provider-tree.ts';

/** No machine has as many, and each is several requests. */
const providersMax = 10_000;

/**
 * What is wrong with a tree that a driver has edited, each with its place: what Placement would refuse half-way, and what is not the
 * driver's to touch. Unknown parents, circles and names that are taken cannot come up: the tree itself refuses them.
 */
export function driverTreeFaults(
  before: ProviderTree,
  after: ProviderTree,
  nodename: string,
): readonly string[] {
  const root = before.data(nodename);
  if (!after.exists(root.uuid)) return [`the root '${root.name}' (${root.uuid}) was removed`];
  const uuids = after.getProviderUuids(root.uuid);
  if (uuids.length > providersMax) return [`it has ${uuids.length} providers; ${providersMax} are allowed`];
  return [
    ...othersFaults(before, after, nodename),
    ...uuids.flatMap((uuid) => providerFaults(after.data(uuid), before)),
  ];
}

/** Trees of others, such as those that share with the node. */
function othersFaults(before: ProviderTree, after: ProviderTree, nodename: string): string[] {
  const own = new Set([...before.getProviderUuids(nodename), ...after.getProviderUuids(nodename)]);
  const others = new Set([...before.getProviderUuids(), ...after.getProviderUuids()]).difference(own);
  return [...others].flatMap((uuid) => {
    if (!before.exists(uuid)) return [`${placeOf(after.data(uuid))}: is in no tree of the node`];
    if (!after.exists(uuid)) return [`${placeOf(before.data(uuid))}: was removed, and is not the driver's`];
    if (isDeepStrictEqual(before.data(uuid), after.data(uuid))) return [];
    return [`${placeOf(before.data(uuid))}: was changed, and is not the driver's`];
  });
}

function providerFaults(provider: ProviderData, before: ProviderTree): string[] {
  const { uuid, name, generation, inventory, traits, aggregates } = provider;
  const faults: string[] = [];
  if (!isUuid(uuid)) faults.push('its uuid is none, or is not in lower case');
  const nameFault = providerNameFault(name);
  if (nameFault !== null) faults.push(nameFault);
  if (generation !== (before.exists(uuid) ? before.data(uuid).generation : null)) {
    faults.push('its generation was changed, which only Placement does');
  }
  for (const [resourceClass, each] of Object.entries(inventory)) {
    if (!isResourceName(resourceClass))
      faults.push(`${quote(resourceClass)} is no name for a resource class`);
    for (const { member, text } of inventoryFaults(each)) faults.push(`${resourceClass}: ${member} ${text}`);
  }
  for (const trait of traits as ReadonlySet<unknown>) {
    if (typeof trait !== 'string' || !isResourceName(trait))
      faults.push(`${describeValue(trait)} is no name for a trait`);
  }
  for (const aggregate of aggregates as ReadonlySet<unknown>) {
    if (typeof aggregate !== 'string' || !isUuid(aggregate))
      faults.push(`the aggregate ${describeValue(aggregate)} is no uuid`);
  }
  return faults.map((fault) => `${placeOf(provider)}: ${fault}`);
}

function placeOf({ uuid, name }: ProviderData): string {
  return `provider ${describeValue(name)} (${uuid})`;
}
