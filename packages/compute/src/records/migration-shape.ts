import {
  type Migration,
  migrationStatuses,
  type MigrationTarget,
  type MigrationType,
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
};
