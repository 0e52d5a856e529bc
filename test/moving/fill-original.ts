import { Prng } from '@berth/testing/prng.ts';
import { buildRequests } from '../differential/build-world.ts';
import { ask, type Peer, type Request, succeeded } from '../differential/exchange.ts';
import { generateWorld } from '../differential/generate-world.ts';

/** Brings into an empty Placement some dozen hosts in a row, a random world beside them, and what only a long life brings. */
export async function fillOriginal(peer: Peer, hostCount: number, seed: string): Promise<void> {
  const prng = new Prng(seed);
  const world = generateWorld(prng);
  const requests = [...buildRequests(world), ...hostRequests(prng, hostCount), ...laterRequests(prng)];
  for (const request of requests) {
    const answer = await peer.send(request);
    if (!succeeded(answer)) {
      throw new Error(`${request.method} ${request.path} ${request.body}: ${answer.status} ${answer.text}`);
    }
  }
}

function* hostRequests(prng: Prng, count: number): Generator<Request> {
  const inventory = (total: number) => ({ total, max_unit: total, allocation_ratio: 1.5 });
  const claims: Record<string, object> = {};
  const rack = prng.uuid();
  for (let number = 0; number < count; number++) {
    const [host, cell] = [prng.uuid(), prng.uuid()];
    yield ask('POST', '/resource_providers', 39, { uuid: host, name: `host-${number}` });
    yield ask('POST', '/resource_providers', 39, {
      uuid: cell,
      name: `host-${number}-cell`,
      parent_provider_uuid: host,
    });
    yield ask('PUT', `/resource_providers/${host}/inventories`, 39, {
      resource_provider_generation: 0,
      inventories: { DISK_GB: inventory(1000 + number) },
    });
    yield ask('PUT', `/resource_providers/${host}/aggregates`, 39, {
      resource_provider_generation: 1,
      aggregates: [rack],
    });
    yield ask('PUT', `/resource_providers/${cell}/inventories`, 39, {
      resource_provider_generation: 0,
      inventories: { VCPU: inventory(64), MEMORY_MB: inventory(4096) },
    });
    yield ask('PUT', `/resource_providers/${cell}/traits`, 39, {
      resource_provider_generation: 1,
      traits: ['HW_NUMA_ROOT'],
    });
    claims[prng.uuid()] = {
      allocations: {
        [host]: { resources: { DISK_GB: 10 } },
        [cell]: { resources: { VCPU: 2, MEMORY_MB: 512 } },
      },
      project_id: `project-${number % 3}`,
      user_id: `user-${number % 5}`,
      consumer_generation: null,
      consumer_type: number % 4 === 0 ? 'MIGRATION' : 'INSTANCE',
    };
  }
  yield ask('POST', '/allocations', 39, claims);
}

/** A class with another name than it was made with, a provider that was moved, a consumer of a high generation without a type. */
function* laterRequests(prng: Prng): Generator<Request> {
  yield ask('POST', '/resource_classes', 2, { name: 'CUSTOM_BEFORE' });
  yield ask('PUT', '/resource_classes/CUSTOM_BEFORE', 2, { name: 'CUSTOM_AFTER' });
  const [top, moved, consumer] = [prng.uuid(), prng.uuid(), prng.uuid()];
  yield ask('POST', '/resource_providers', 39, { uuid: top, name: 'ein Turm ☗ "oben"' });
  yield ask('POST', '/resource_providers', 39, { uuid: moved, name: 'moved' });
  yield ask('PUT', `/resource_providers/${moved}`, 39, { name: 'moved', parent_provider_uuid: top });
  yield ask('PUT', `/resource_providers/${moved}/inventories`, 39, {
    resource_provider_generation: 0,
    inventories: { CUSTOM_AFTER: { total: 2_147_483_647, reserved: 1, step_size: 3, allocation_ratio: 0.1 } },
  });
  for (const amount of [3, 6, 9]) {
    yield ask('PUT', `/allocations/${consumer}`, 12, {
      allocations: { [moved]: { resources: { CUSTOM_AFTER: amount } } },
      project_id: 'project-old',
      user_id: 'user-old',
    });
  }
}
