import { isDeepStrictEqual } from 'node:util';
import type { AllocationsByConsumer, ConsumerAllocations } from '@berth/client/placement/records.ts';
import type { ProviderTree } from '../provider-tree.ts';

/** Nobody reads more. */
const faultsMax = 20;

/**
 * What is wrong with allocations that a driver has moved: consumers are those that were there, with the same owners; what they hold
 * of other trees is as before; and all that they hold is there to be held.
 */
export function driverAllocationFaults(
  before: AllocationsByConsumer,
  after: AllocationsByConsumer,
  tree: ProviderTree,
  nodename: string,
): readonly string[] {
  const own = new Set(tree.getProviderUuids(nodename));
  const faults: string[] = [];
  for (const consumer of new Set([...before.keys(), ...after.keys()])) {
    if (faults.length >= faultsMax) return [...faults, 'and more'];
    const [old, next] = [before.get(consumer), after.get(consumer)];
    if (old === undefined || next === undefined) {
      faults.push(`consumer ${consumer}: was ${old === undefined ? 'added' : 'left out'}`);
    } else
      faults.push(...consumerFaults(old, next, tree, own).map((fault) => `consumer ${consumer}: ${fault}`));
  }
  return faults;
}

function consumerFaults(
  before: ConsumerAllocations,
  after: ConsumerAllocations,
  tree: ProviderTree,
  own: ReadonlySet<string>,
): string[] {
  const { allocations: held, ...owner } = after;
  const { allocations: heldBefore, ...ownerBefore } = before;
  const faults = isDeepStrictEqual(owner, ownerBefore) ? [] : ['its project, user or generation was changed'];
  for (const [uuid, { resources }] of Object.entries(held)) {
    if (!own.has(uuid)) {
      if (!isDeepStrictEqual(resources, heldBefore[uuid]?.resources)) {
        faults.push(`what it holds of ${uuid} was changed, and that is not the driver's`);
      }
      continue;
    }
    const { inventory } = tree.data(uuid);
    for (const [resourceClass, amount] of Object.entries(resources)) {
      if (!Number.isInteger(amount) || amount < 1) faults.push(`holds ${amount} ${resourceClass} of ${uuid}`);
      if (!Object.hasOwn(inventory, resourceClass) && heldBefore[uuid]?.resources[resourceClass] !== amount) {
        faults.push(`holds ${resourceClass} of ${uuid}, which has none`);
      }
    }
  }
  if (Object.keys(held).length === 0 && Object.keys(heldBefore).length > 0)
    faults.push('holds nothing any more');
  for (const uuid of Object.keys(heldBefore)) {
    if (!Object.hasOwn(held, uuid) && tree.exists(uuid) && !own.has(uuid)) {
      faults.push(`no longer holds anything of ${uuid}, and that is not the driver's`);
    }
  }
  return faults;
}
