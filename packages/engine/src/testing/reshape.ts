import type { Claim } from '../commands/claim.ts';
import type { Reshape } from '../commands/reshape.ts';
import { allocations } from './allocate.ts';
import { now } from './instants.ts';
import { consumerId, id } from './names.ts';
import { inventories } from './parse-inventory.ts';

/** Inventories by provider (all at generation 0) and allocations by consumer. */
export function reshape(
  wanted: Record<string, string>,
  claims: Record<string, string> = {},
  owner: Partial<Claim> = {},
): Reshape {
  return {
    kind: 'reshape',
    inventories: Object.entries(wanted).map(([name, text]) => ({
      id: id(name),
      expectedGeneration: 0,
      inventories: inventories(text),
    })),
    claims: Object.entries(claims).map(([consumer, text]) => ({
      consumerId: consumerId(consumer),
      projectId: 'project',
      userId: 'user',
      ...owner,
      allocations: allocations(text),
    })),
    now,
  };
}
