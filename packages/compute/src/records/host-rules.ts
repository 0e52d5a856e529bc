import type { ComputeNode } from '@berth/compute-engine/hosts/compute-node.ts';
import type { Order } from '@berth/compute-engine/orders/order.ts';
import { workRules } from '@berth/compute-engine/servers/work-rules.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import { nodeProperties } from '../http/hosts/node-properties.ts';
import { hasShape, instant, instantOrNull, seriesNumber } from './thing-shape.ts';

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

export const orderRule = hasShape<Order>('order', {
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
      search: { type: 'object' },
      hasAskedPassword: { type: 'boolean' },
      isEnding: { type: 'boolean' },
      isOffloaded: { type: 'boolean' },
      isShelving: { type: 'boolean' },
      backupType: { type: 'string', maxLength: 255 },
      rotation: { type: 'integer', minimum: 0 },
    },
    required: ['kind'],
    additionalProperties: false,
  },
  actionId: { type: ['string', 'null'], maxLength: 255 },
  createdAt: instant,
  startedAt: instantOrNull,
});
