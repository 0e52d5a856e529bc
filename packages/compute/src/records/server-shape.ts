import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import type { Server, ServerPlace } from '@berth/compute-engine/servers/server.ts';
import { powerStates, type TaskState, type VmState } from '@berth/compute-engine/servers/server-states.ts';
import { certificateIdMax } from '../http/servers/server-fragments.ts';
import { longestKey } from '../keys/read-public-key.ts';
import {
  booleanValue,
  id,
  instant,
  instantOrNull,
  objectOf,
  seriesNumber,
  text,
  type ThingShape,
} from './thing-shape.ts';

/** All there are. */
export const vmStates = Object.keys({
  building: true,
  active: true,
  stopped: true,
  paused: true,
  suspended: true,
  rescued: true,
  resized: true,
  'soft-delete': true,
  deleted: true,
  shelved: true,
  shelved_offloaded: true,
  error: true,
} satisfies Record<VmState, true>);

/** All there are. */
export const taskStates = Object.keys({
  scheduling: true,
  spawning: true,
  image_snapshot_pending: true,
  image_backup: true,
  updating_password: true,
  'powering-off': true,
  'powering-on': true,
  rebooting: true,
  rebooting_hard: true,
  pausing: true,
  unpausing: true,
  suspending: true,
  resuming: true,
  rebuilding: true,
  migrating: true,
  resize_prep: true,
  resize_migrating: true,
  resize_migrated: true,
  resize_finish: true,
  resize_reverting: true,
  rescuing: true,
  unrescuing: true,
  deleting: true,
  'soft-deleting': true,
  restoring: true,
  shelving: true,
  shelving_image_pending_upload: true,
  shelving_image_uploading: true,
  shelving_offloading: true,
  unshelving: true,
} satisfies Record<TaskState, true>);

const texts = (longest: number): JsonSchema => ({
  type: 'object',
  patternProperties: { '^': text(longest) },
});
export const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [{ type: 'null' }, schema] });
const size: JsonSchema = { type: 'integer', minimum: 0, maximum: 2_147_483_647 };

export const flavorShape = objectOf<Server['flavor']>({
  number: seriesNumber,
  id: text(255),
  name: text(255),
  vcpus: size,
  memoryMb: size,
  rootGb: size,
  ephemeralGb: size,
  swapMb: size,
  extraSpecs: texts(255),
});

export const placeShape: ThingShape<ServerPlace> = {
  host: text(255),
  nodeId: id,
  nodeName: text(255),
  zone: text(255),
};

/** As many as there is room for in what may be said. */
const hintedServers: JsonSchema = { type: 'array', items: text(16_384), maxItems: 16_384 };

export const serverShape: ThingShape<Server> = {
  hints: objectOf<NonNullable<Server['hints']>>({
    sameHosts: hintedServers,
    differentHosts: hintedServers,
    others: { type: 'object' },
  }),
  id,
  number: seriesNumber,
  name: text(255),
  hostname: text(255),
  description: orNull(text(65_535)),
  projectId: text(255),
  userId: text(255),
  createdAt: instant,
  updatedAt: instantOrNull,
  launchedAt: instantOrNull,
  terminatedAt: instantOrNull,
  deletedAt: instantOrNull,
  flavor: flavorShape,
  image: orNull({
    type: 'object',
    properties: {
      id: text(255),
      properties: texts(65_535),
      minMemoryMb: size,
      minDiskGb: size,
      diskFormat: text(255),
    },
    required: ['id', 'properties'],
    additionalProperties: false,
  }),
  key: orNull(objectOf<NonNullable<Server['key']>>({ name: text(255), publicKey: text(longestKey) })),
  userData: orNull(text(65_535)),
  hasConfigDrive: booleanValue,
  metadata: texts(255),
  tags: { type: 'array', items: text(60), maxItems: 50, uniqueItems: true },
  trustedCertificates: orNull({ type: 'array', items: text(certificateIdMax), maxItems: 50 }),
  accessIpV4: orNull(text(39)),
  accessIpV6: orNull(text(39)),
  diskConfig: { type: 'string', enum: ['AUTO', 'MANUAL'] },
  rootDeviceName: orNull(text(255)),
  addresses: {
    type: 'array',
    items: objectOf<Server['addresses'][number]>({
      network: text(255),
      version: { type: 'integer', enum: [4, 6] },
      address: text(39),
      mac: text(32),
    }),
  },
  ports: {
    type: 'array',
    items: objectOf<Server['ports'][number]>({
      id: orNull(text(255)),
      networkId: orNull(text(255)),
      isGiven: booleanValue,
      address: orNull(text(39)),
      securityGroups: {
        type: 'array',
        items: objectOf<Server['ports'][number]['securityGroups'][number]>({
          id: text(255),
          name: text(255),
        }),
      },
      tag: orNull(text(255)),
    }),
  },
  vmState: { type: 'string', enum: vmStates },
  taskState: orNull({ type: 'string', enum: taskStates }),
  powerState: { type: 'string', enum: Object.keys(powerStates) },
  progress: { type: 'integer', minimum: 0, maximum: 100 },
  lock: orNull(
    objectOf<NonNullable<Server['lock']>>({
      by: { type: 'string', enum: ['owner', 'admin'] },
      reason: orNull(text(255)),
    }),
  ),
  fault: orNull(
    objectOf<NonNullable<Server['fault']>>({
      code: { type: 'integer', minimum: 0, maximum: 999 },
      message: text(255),
      details: text(65_535),
      at: instant,
    }),
  ),
  shelved: orNull(objectOf<NonNullable<Server['shelved']>>({ imageId: orNull(text(255)), at: instant })),
  place: orNull(objectOf<ServerPlace>(placeShape)),
  pinnedZone: orNull(text(255)),
  groupId: orNull(id),
  launchIndex: size,
  reservationId: text(255),
};
