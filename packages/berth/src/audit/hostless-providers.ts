import { listConsumersOf } from '@berth/client/placement/allocations.ts';
import { getInventories } from '@berth/client/placement/inventories.ts';
import { ifThere } from './if-there.ts';
import type { AuditedCloud, CloudPicture } from './cloud-picture.ts';

/** The root of a tree that looks like a compute host's, of which Nova knows no node. */
export interface HostlessProvider {
  readonly uuid: string;
  readonly name: string;
  /** How many hold something of the tree. */
  readonly consumers: number;
}

/** What compute hosts have; other services have trees of their own, which are none of ours to judge. */
const classesOfHosts = ['VCPU', 'PCPU', 'MEMORY_MB'];

export async function hostlessProviders(
  { placement }: AuditedCloud,
  picture: CloudPicture,
): Promise<HostlessProvider[]> {
  const found: HostlessProvider[] = [];
  for (const [root, providers] of picture.trees()) {
    if (picture.ownerOf(root).kind !== 'nobody') continue;
    const classes = new Set<string>();
    const consumers = new Set<string>();
    for (const { uuid } of providers) {
      const { inventories } = await ifThere(getInventories(placement, uuid), {
        generation: 0,
        inventories: {},
      });
      for (const name of Object.keys(inventories)) classes.add(name);
      for (const consumer of await ifThere(listConsumersOf(placement, uuid), [])) consumers.add(consumer);
    }
    if (!classesOfHosts.some((name) => classes.has(name))) continue;
    const name = providers.find(({ uuid }) => uuid === root)?.name ?? root;
    found.push({ uuid: root, name, consumers: consumers.size });
  }
  return found;
}
