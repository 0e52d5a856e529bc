import type { JsonSchema } from '@berth/api-kit/json/schema.ts';

const text = (maxLength: number, minLength = 0) => ({ type: 'string', minLength, maxLength }) as const;
const amount = { type: 'integer', minimum: 0, maximum: 2_147_483_647 } as const;

/** What an agent says of a node: its kinds of guests as lists of architecture, hypervisor and mode. */
export const nodeProperties = {
  uuid: { type: 'string', pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' },
  name: text(200, 1),
  hypervisor_type: text(255, 1),
  hypervisor_version: amount,
  address: text(39),
  vcpus: amount,
  memory_mb: amount,
  disk_gb: amount,
  cpu_info: text(65_535),
  guests: {
    type: 'array',
    maxItems: 100,
    items: { type: 'array', items: text(64, 1), minItems: 3, maxItems: 3 },
  },
} as const satisfies Readonly<Record<string, JsonSchema>>;
