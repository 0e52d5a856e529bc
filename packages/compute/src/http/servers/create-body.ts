import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import { booleanWords } from '../fragments.ts';
import { takenBody } from '../taken-body.ts';
import { versions } from '../versions.ts';
import {
  accessAddresses,
  adminPass,
  description,
  diskConfig,
  flavorRef,
  hostname,
  metadata,
  name,
  personality,
  shortHostname,
  tag,
  trustedCertificates,
} from './server-fragments.ts';

/** What makes servers, as it is sent; what is in force at a version is what its rung has. */
export interface CreateBody {
  readonly server: {
    readonly name: string;
    readonly imageRef?: string;
    readonly flavorRef: string | number;
    readonly adminPass?: string;
    readonly metadata?: Readonly<Record<string, string>>;
    readonly networks?: 'none' | 'auto' | readonly WireNetwork[];
    readonly 'OS-DCF:diskConfig'?: 'AUTO' | 'MANUAL';
    readonly accessIPv4?: string;
    readonly accessIPv6?: string;
    readonly personality?: readonly WireFile[];
    readonly availability_zone?: string;
    readonly block_device_mapping?: readonly WireDevice[];
    readonly block_device_mapping_v2?: readonly WireDevice[];
    readonly config_drive?: string | boolean;
    readonly key_name?: string;
    readonly min_count?: string | number;
    readonly max_count?: string | number;
    readonly return_reservation_id?: string | boolean;
    readonly security_groups?: readonly { readonly name?: string }[];
    readonly user_data?: string;
    readonly description?: string | null;
    readonly tags?: readonly string[];
    readonly trusted_image_certificates?: readonly string[] | null;
    readonly host?: string;
    readonly hypervisor_hostname?: string;
    readonly hostname?: string;
  };
  readonly 'os:scheduler_hints'?: WireHints;
  readonly 'OS-SCH-HNT:scheduler_hints'?: WireHints;
}

export interface WireNetwork {
  readonly uuid?: string;
  readonly port?: string | null;
  readonly fixed_ip?: string;
  readonly tag?: string;
}

export interface WireFile {
  readonly path?: string;
  readonly contents?: string;
}

export interface WireDevice {
  readonly source_type?: 'volume' | 'image' | 'snapshot' | 'blank';
  readonly destination_type?: 'local' | 'volume';
  readonly uuid?: string;
  readonly volume_id?: string;
  readonly snapshot_id?: string;
  readonly image_id?: string;
  readonly boot_index?: string | number | null;
}

export interface WireHints {
  readonly group?: string | readonly string[];
  readonly same_host?: string | readonly string[];
  readonly different_host?: string | readonly string[];
  readonly [other: string]: unknown;
}

const uuid: JsonSchema = { type: 'string', format: 'uuid' };
const address: JsonSchema = { type: 'string', oneOf: [{ format: 'ipv4' }, { format: 'ipv6' }] };
const count: JsonSchema = {
  type: ['integer', 'string'],
  pattern: '^[0-9]*$',
  minimum: 1,
  minLength: 1,
};
const longText: JsonSchema = { type: 'string', maxLength: 255 };

const legacyDevice = {
  virtual_name: longText,
  volume_id: uuid,
  snapshot_id: uuid,
  volume_size: { type: ['integer', 'string'], pattern: '^[0-9]+$', minimum: 1, maximum: 2_147_483_647 },
  device_name: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[a-zA-Z0-9._/-]*$' },
  delete_on_termination: booleanWords,
  no_device: {},
  connection_info: { type: 'string', maxLength: 16_777_215 },
} as const satisfies Readonly<Record<string, JsonSchema>>;

const device = {
  ...legacyDevice,
  source_type: { type: 'string', enum: ['volume', 'image', 'snapshot', 'blank'] },
  uuid: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[a-zA-Z0-9._-]*$' },
  image_id: uuid,
  destination_type: { type: 'string', enum: ['local', 'volume'] },
  guest_format: longText,
  device_type: longText,
  disk_bus: longText,
  boot_index: { type: ['integer', 'string', 'null'], pattern: '^-?[0-9]+$' },
} as const satisfies Readonly<Record<string, JsonSchema>>;

const volumeType: JsonSchema = { type: ['string', 'null'], minLength: 0, maxLength: 255 };

const listOf = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'array',
  items: { type: 'object', properties, additionalProperties: false },
});

const network = { fixed_ip: address, port: { type: ['string', 'null'], format: 'uuid' } } as const;
/** Up to 2.36 a network is looked at later, and in other words. */
const anyNetwork = { ...network, uuid: { type: 'string' } } as const;
const knownNetwork = { ...network, uuid } as const;
const choiceOfNetworks = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  oneOf: [listOf(properties), { type: 'string', enum: ['none', 'auto'] }],
});

const always = {
  name,
  imageRef: { oneOf: [uuid, { type: 'string', maxLength: 0 }] },
  flavorRef,
  adminPass,
  metadata,
  'OS-DCF:diskConfig': diskConfig,
  ...accessAddresses,
  availability_zone: name,
  block_device_mapping: listOf(legacyDevice),
  config_drive: booleanWords,
  key_name: name,
  min_count: count,
  max_count: count,
  return_reservation_id: booleanWords,
  security_groups: listOf({ name }),
  user_data: { type: 'string', format: 'base64', maxLength: 65_535 },
} as const satisfies Readonly<Record<string, JsonSchema>>;

const plain = { networks: listOf(anyNetwork), personality, block_device_mapping_v2: listOf(device) };
const described = { ...plain, description };
const taggedDevice = { ...device, tag };
const choosing = { ...described, networks: choiceOfNetworks(knownNetwork) };
const tagging = {
  ...described,
  networks: choiceOfNetworks({ ...knownNetwork, tag }),
  block_device_mapping_v2: listOf(taggedDevice),
};
const tagged = { ...tagging, tags: { type: 'array', items: tag, maxItems: 50 } } as const;
const { personality: _, ...withoutFiles } = tagged;
const trusting = { ...withoutFiles, trusted_image_certificates: trustedCertificates };
const typed = { ...trusting, block_device_mapping_v2: listOf({ ...taggedDevice, volume_type: volumeType }) };
const hostPattern: JsonSchema = hostname;
const destined = { ...typed, host: hostPattern, hypervisor_hostname: hostPattern };

const uuids: JsonSchema = { type: 'array', items: uuid };

const hints: JsonSchema = {
  type: 'object',
  properties: {
    group: { oneOf: [uuids, uuid] },
    different_host: { oneOf: [uuid, uuids] },
    same_host: { type: ['string', 'array'], items: uuid },
    query: { type: ['string', 'object'] },
    target_cell: name,
    different_cell: { type: ['string', 'array'], items: { type: 'string' } },
    build_near_host_ip: address,
    cidr: { type: 'string', pattern: '^/[0-9a-f.:]+$' },
  },
  additionalProperties: true,
};

/** What is wrong is told in this order. */
const order = [
  'name',
  'imageRef',
  'flavorRef',
  'adminPass',
  'metadata',
  'networks',
  'OS-DCF:diskConfig',
  'accessIPv4',
  'accessIPv6',
  'personality',
  'availability_zone',
  'block_device_mapping',
  'block_device_mapping_v2',
  'config_drive',
  'key_name',
  'min_count',
  'max_count',
  'return_reservation_id',
  'security_groups',
  'user_data',
  'description',
  'tags',
  'trusted_image_certificates',
  'host',
  'hypervisor_hostname',
  'hostname',
];

function inOrder(properties: Readonly<Record<string, JsonSchema>>): Readonly<Record<string, JsonSchema>> {
  const entries = Object.entries(properties);
  return Object.fromEntries(entries.sort(([one], [other]) => order.indexOf(one) - order.indexOf(other)));
}

export const createBody = versions.ladder(
  ['2.1', bodyWith(plain)],
  ['2.19', bodyWith(described)],
  [
    '2.32',
    bodyWith({
      ...described,
      networks: listOf({ ...anyNetwork, tag }),
      block_device_mapping_v2: listOf(taggedDevice),
    }),
  ],
  ['2.33', bodyWith({ ...described, networks: listOf({ ...anyNetwork, tag }) })],
  ['2.37', bodyWith(choosing, ['networks'])],
  ['2.42', bodyWith(tagging, ['networks'])],
  ['2.52', bodyWith(tagged, ['networks'])],
  ['2.57', bodyWith(withoutFiles, ['networks'])],
  ['2.63', bodyWith(trusting, ['networks'])],
  ['2.67', bodyWith(typed, ['networks'])],
  ['2.74', bodyWith(destined, ['networks'])],
  ['2.90', bodyWith({ ...destined, hostname: shortHostname }, ['networks'])],
  ['2.94', bodyWith({ ...destined, hostname }, ['networks'])],
);

function bodyWith(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
): (sent: unknown) => CreateBody {
  const server: JsonSchema = {
    type: 'object',
    properties: inOrder({ ...always, ...properties }),
    required: ['name', 'flavorRef', ...required],
    additionalProperties: false,
  };
  return takenBody<CreateBody>({
    type: 'object',
    properties: { server, 'os:scheduler_hints': hints, 'OS-SCH-HNT:scheduler_hints': hints },
    required: ['server'],
    additionalProperties: false,
  });
}
