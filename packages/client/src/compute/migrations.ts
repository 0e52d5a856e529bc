import { members, nullable, type Shape, text } from '../shape.ts';
import type { Transport } from '../transport.ts';
import { listAll } from './list-all.ts';

/** A move of a server. As long as it is under way it is a consumer in Placement, and holds what the server held before. */
export interface MigrationRecord {
  readonly uuid: string;
  readonly serverId: string;
  readonly status: string;
  readonly type: string;
}

/** What is picked of all migrations there ever were, or of those of one server (2.59). */
export function listMigrations(
  transport: Transport,
  { serverId, pick }: MigrationsAsked,
): Promise<MigrationRecord[]> {
  const asked = {
    path: `/os-migrations${serverId === undefined ? '' : `?instance_uuid=${encodeURIComponent(serverId)}`}`,
    version: '2.59',
    key: 'migrations',
    shape: migration,
    markerOf: ({ uuid }: MigrationRecord) => uuid,
  };
  return listAll(transport, asked, (each) => (pick(each) ? each : null));
}

export interface MigrationsAsked {
  readonly serverId?: string;
  readonly pick: (migration: MigrationRecord) => boolean;
}

/** From these no migration goes on; what it held is given back, or is the server's again. */
const finalStatuses = new Set(['confirmed', 'reverted', 'error', 'failed', 'completed', 'cancelled', 'done']);

export function isInProgress({ status }: Pick<MigrationRecord, 'status'>): boolean {
  return !finalStatuses.has(status);
}

const told = members({ uuid: text, instance_uuid: text, status: nullable(text), migration_type: text });

const migration: Shape<MigrationRecord> = (value, place) => {
  const { uuid, instance_uuid, status, migration_type } = told(value, place);
  return { uuid, serverId: instance_uuid, status: status ?? '', type: migration_type };
};
