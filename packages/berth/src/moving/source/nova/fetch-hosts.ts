import { integerAt, type JsonObject, Malformed, objectAt, textAt } from '@berth/api-kit/json/json-reading.ts';
import type { ComputeNode } from '@berth/compute-engine/hosts/compute-node.ts';
import type { ComputeService } from '@berth/compute-engine/hosts/compute-service.ts';
import type { ServiceId } from '@berth/compute-engine/ids.ts';
import type { Instant, ProviderId } from '@berth/engine/ids.ts';
import type { ReadThing } from '../work-file.ts';
import { type NovaClient, thingsAt } from './nova-client.ts';
import { booleanAt, readThing, textIfToldAt } from './nova-thing.ts';

/** The last version at which services and hypervisors are called by their numbers. */
const numbered = '2.52';
/** One that calls them by their ids and still tells what hypervisors have. */
const described = '2.64';

/** The services of compute hosts. */
export async function fetchServices(client: NovaClient, at: Instant): Promise<readonly ReadThing[]> {
  const path = '/os-services?binary=nova-compute';
  const numbers = new Map<string, number>();
  for (const said of thingsAt(await client.get(path, numbered), 'services')) {
    numbers.set(textAt(said, 'host'), integerAt(said, 'id'));
  }
  return thingsAt(await client.get(path), 'services').map((said) => {
    const service = serviceOf(said, at);
    return readThing('service', service, { number: numbers.get(service.host) ?? 0 });
  });
}

function serviceOf(said: JsonObject, at: Instant): ComputeService {
  return {
    id: textAt(said, 'id') as ServiceId,
    number: 0,
    host: textAt(said, 'host'),
    createdAt: at,
    // When it was last heard of changes all the time, and is nothing that is moved: whoever serves it next listens anew.
    seenAt: at,
    isUp: textAt(said, 'state') === 'up' || booleanAt(said, 'forced_down'),
    isForcedDown: booleanAt(said, 'forced_down'),
    disabled:
      textAt(said, 'status') === 'disabled' ? { reason: textIfToldAt(said, 'disabled_reason') } : null,
    failedBuilds: 0,
  };
}

/** The nodes, page by page. */
export async function* fetchNodes(client: NovaClient, at: Instant): AsyncGenerator<readonly ReadThing[]> {
  const path = '/os-hypervisors/detail';
  const numbers = new Map<string, number>();
  const idOf = (said: JsonObject) => String(said['id']);
  for await (const page of client.pages(path, 'hypervisors', idOf, numbered)) {
    for (const said of page) numbers.set(placeOf(said), integerAt(said, 'id'));
  }
  for await (const page of client.pages(path, 'hypervisors', idOf, described)) {
    yield page.map((said) =>
      readThing('node', nodeOf(said, at), { number: numbers.get(placeOf(said)) ?? 0 }),
    );
  }
}

function placeOf(said: JsonObject): string {
  return `${textAt(objectAt(said, 'service'), 'host')} ${textAt(said, 'hypervisor_hostname')}`;
}

function nodeOf(said: JsonObject, at: Instant): ComputeNode {
  return {
    id: textAt(said, 'id') as ProviderId,
    number: 0,
    host: textAt(objectAt(said, 'service'), 'host'),
    name: textAt(said, 'hypervisor_hostname'),
    createdAt: at,
    updatedAt: at,
    hypervisor: {
      type: textAt(said, 'hypervisor_type'),
      version: integerAt(said, 'hypervisor_version'),
    },
    address: textIfToldAt(said, 'host_ip') ?? '',
    vcpus: integerAt(said, 'vcpus'),
    memoryMb: integerAt(said, 'memory_mb'),
    diskGb: integerAt(said, 'local_gb'),
    cpuInfo: cpuInfoOf(said['cpu_info']),
    guests: [],
  };
}

/** JSON of the hypervisor's own; some have none. */
function cpuInfoOf(said: unknown): string {
  if (said === undefined) throw new Malformed("'cpu_info' is missing");
  return typeof said === 'string' ? said : JSON.stringify(said ?? {});
}
