import type { ComputeNode } from '@berth/compute-engine/hosts/compute-node.ts';
import type { Order, Work } from '@berth/compute-engine/orders/order.ts';
import type { PlaceSearch, RequestedHost } from '@berth/compute-engine/scheduler/place-request.ts';
import { workRules } from '@berth/compute-engine/servers/work-rules.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import { nodeProperties } from '../http/hosts/node-properties.ts';
import { hasShape, id, instant, instantOrNull, objectOf, seriesNumber } from './thing-shape.ts';

const name: JsonSchema = { type: 'string', minLength: 1, maxLength: 255 };
const uuid: JsonSchema = nodeProperties.uuid;

export const nodeRule = hasShape<ComputeNode>('node', {
  id: uuid,
  number: seriesNumber,
  host: name,
  name: nodeProperties.name,
  createdAt: instant,
  updatedAt: instant,
  hypervisor: {
    type: 'object',
    properties: { type: nodeProperties.hypervisor_type, version: nodeProperties.hypervisor_version },
    required: ['type', 'version'],
    additionalProperties: false,
  },
  address: nodeProperties.address,
  vcpus: nodeProperties.vcpus,
  memoryMb: nodeProperties.memory_mb,
  diskGb: nodeProperties.disk_gb,
  cpuInfo: nodeProperties.cpu_info,
  guests: {
    type: 'array',
    maxItems: nodeProperties.guests.maxItems,
    items: {
      type: 'object',
      properties: Object.fromEntries(
        ['architecture', 'hypervisorType', 'vmMode'].map((each) => [each, nodeProperties.guests.items.items]),
      ),
      required: ['architecture', 'hypervisorType', 'vmMode'],
      additionalProperties: false,
    },
  },
});

const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [{ type: 'null' }, schema] });
const requestedHost = orNull(objectOf<RequestedHost>({ host: orNull(name), nodeName: orNull(name) }));
const serverIds: JsonSchema = { type: 'array', items: id };

/** How a host is found for it once more. */
const search = objectOf<PlaceSearch>({
  diskFormat: { type: ['string', 'null'], maxLength: 255 },
  forced: requestedHost,
  requested: requestedHost,
  hints: objectOf<PlaceSearch['hints']>({
    groupId: orNull(id),
    sameHosts: serverIds,
    differentHosts: serverIds,
    others: { type: 'object' },
  }),
  ignoredHosts: { type: 'array', items: name },
});

const orderShape = hasShape<Order>('order', {
  id: uuid,
  number: seriesNumber,
  serverId: uuid,
  // Empty where this service has to do it.
  host: { ...name, minLength: 0 },
  work: {
    type: 'object',
    properties: {
      kind: { type: 'string', enum: Object.keys(workRules) },
      isHard: { type: 'boolean' },
      preservesEphemeral: { type: 'boolean' },
      endsOff: { type: 'boolean' },
      imageId: { type: ['string', 'null'], maxLength: 255 },
      search,
      hasAskedPassword: { type: 'boolean' },
      isEnding: { type: 'boolean' },
      isOffloaded: { type: 'boolean' },
      isShelving: { type: 'boolean' },
      backupType: { type: 'string', maxLength: 255 },
      rotation: { type: 'integer', minimum: 0 },
      migrationId: uuid,
      isRollback: { type: 'boolean' },
      hasSharedDisks: { type: 'boolean' },
      nodeId: uuid,
      endsAs: { type: 'string', enum: ['completed', 'failed', 'cancelled', 'error'] },
      next: { type: 'object' },
    },
    required: ['kind'],
    additionalProperties: false,
  },
  actionId: { type: ['string', 'null'], maxLength: 255 },
  createdAt: instant,
  startedAt: instantOrNull,
});

/** What has to be said of some kinds of work, besides the kind. */
const neededFor: Readonly<Partial<Record<Work['kind'], string>>> = {
  build: 'search',
  'attach-ports': 'search',
  reboot: 'isHard',
  rebuild: 'preservesEphemeral',
  rescue: 'imageId',
  snapshot: 'imageId',
  backup: 'imageId',
  offload: 'isShelving',
  unshelve: 'imageId',
  'rebind-ports': 'imageId',
  'detach-ports': 'isEnding',
  evacuate: 'migrationId',
  'drop-leftover': 'nodeId',
};

export function* orderRule(order: Order): Generator<string> {
  const problems = [...orderShape(order)];
  yield* problems;
  if (problems.length > 0) return;
  const { work } = order;
  const needed = neededFor[work.kind];
  if (needed !== undefined && !(needed in work)) yield `order ${order.id}: its work does not say ${needed}`;
}
