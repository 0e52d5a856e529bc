import type { Migration, Transfer } from '@berth/compute-engine/migrations/migration.ts';
import { shownTime } from '../shown-time.ts';
import { versions } from '../versions.ts';

interface Shown {
  readonly migration: Migration;
  readonly seesHosts: boolean;
}

/** A live migration on its way, as it is shown with its server. */
export const liveMigrationView = versions.view<Shown>({
  created_at: { get: ({ migration }) => shownTime(migration.createdAt) },
  dest_compute: { get: ofHosts(({ target }) => target?.host) },
  dest_host: { get: () => null },
  dest_node: { get: ofHosts(({ target }) => target?.nodeName) },
  disk_processed_bytes: { get: ofDisk('processed') },
  disk_remaining_bytes: { get: ofDisk('remaining') },
  disk_total_bytes: { get: ofDisk('total') },
  id: { get: ({ migration }) => migration.number },
  memory_processed_bytes: { get: ofMemory('processed') },
  memory_remaining_bytes: { get: ofMemory('remaining') },
  memory_total_bytes: { get: ofMemory('total') },
  server_uuid: { get: ({ migration }) => migration.serverId },
  source_compute: { get: ofHosts(({ source }) => source.host) },
  source_node: { get: ofHosts(({ source }) => source.nodeName) },
  status: { get: ({ migration }) => migration.status },
  updated_at: { get: ({ migration: { updatedAt } }) => (updatedAt === null ? null : shownTime(updatedAt)) },
  uuid: { since: '2.59', get: ({ migration }) => migration.id },
  user_id: { since: '2.80', get: ({ migration }) => migration.userId },
  // Empty: who has asked is in none.
  project_id: { since: '2.80', get: ({ migration: { projectId } }) => (projectId === '' ? null : projectId) },
});

/** Null until its source has said how far it is, and where that is nothing: Nova's own schema of the answer knows no zero. */
function ofDisk(part: keyof Transfer) {
  return ({ migration: { live } }: Shown): number | null => live?.progress?.disk[part] || null;
}

function ofMemory(part: keyof Transfer) {
  return ({ migration: { live } }: Shown): number | null => live?.progress?.memory[part] || null;
}

/** Null for those who may not see it. */
function ofHosts(get: (migration: Migration) => string | undefined) {
  return ({ migration, seesHosts }: Shown): string | null => (seesHosts ? (get(migration) ?? null) : null);
}
