import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import {
  type LiveMove,
  type Migration,
  migrationStatuses,
  type MigrationTarget,
  type MigrationType,
  type MoveProgress,
  type Transfer,
} from '@berth/compute-engine/migrations/migration.ts';
import type { ServerPlace } from '@berth/compute-engine/servers/server.ts';
import { flavorShape, orNull, placeShape, vmStates } from './server-shape.ts';
import { id, instant, instantOrNull, objectOf, seriesNumber, text, type ThingShape } from './thing-shape.ts';

const types = Object.keys({
  resize: true,
  migration: true,
  'live-migration': true,
  evacuation: true,
} satisfies Record<MigrationType, true>);

const bytes: JsonSchema = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const transfer = objectOf<Transfer>({ total: bytes, processed: bytes, remaining: bytes });

export const migrationShape: ThingShape<Migration> = {
  id,
  number: seriesNumber,
  serverId: id,
  type: { type: 'string', enum: types },
  status: { type: 'string', enum: Object.keys(migrationStatuses) },
  userId: text(255),
  projectId: text(255),
  createdAt: instant,
  updatedAt: instantOrNull,
  source: objectOf<ServerPlace>(placeShape),
  target: orNull(objectOf<MigrationTarget>({ ...placeShape, address: orNull(text(255)) })),
  askedHost: { ...text(255), minLength: 1 },
  oldFlavor: flavorShape,
  newFlavor: flavorShape,
  vmState: { type: 'string', enum: vmStates },
  live: objectOf<LiveMove>({
    sendsDisks: { type: ['boolean', 'null'] },
    mayOvercommitDisks: { type: 'boolean' },
    isUnwanted: { type: 'boolean' },
    progress: orNull(objectOf<MoveProgress>({ memory: transfer, disk: transfer })),
  }),
};
