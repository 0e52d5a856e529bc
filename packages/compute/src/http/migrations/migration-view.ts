import type { Migration } from '@berth/compute-engine/migrations/migration.ts';
import type { ComputeContext } from '../endpoint.ts';
import { linksTo } from '../links.ts';
import { shownTime } from '../shown-time.ts';
import { versions } from '../versions.ts';

/** A migration, for a caller who sees on which hosts it is, or does not. */
export function migrationView(
  context: ComputeContext,
  migration: Migration,
  { seesHosts }: { readonly seesHosts: boolean },
): Record<string, unknown> {
  return view.at(context.version)({ context, migration, seesHosts });
}

interface Shown {
  readonly context: ComputeContext;
  readonly migration: Migration;
  readonly seesHosts: boolean;
}

const view = versions.view<Shown>({
  id: { get: ({ migration }) => migration.number },
  uuid: { since: '2.59', get: ({ migration }) => migration.id },
  source_compute: { get: ofHosts(({ source }) => source.host) },
  dest_compute: { get: ofHosts(({ target, askedHost }) => target?.host ?? askedHost) },
  // Of one that goes while it runs it is said once it has somewhere to go.
  source_node: { get: ofHosts(({ source, target, live }) => (live && !target ? null : source.nodeName)) },
  dest_node: { get: ofHosts(({ target }) => target?.nodeName) },
  dest_host: { get: ofHosts(({ target, live }) => (live ? null : target?.address)) },
  // What is made anew elsewhere keeps its flavor, which is not said.
  old_instance_type_id: { get: ofFlavors(({ oldFlavor }) => oldFlavor.number) },
  new_instance_type_id: { get: ofFlavors(({ newFlavor }) => newFlavor.number) },
  instance_uuid: { get: ({ migration }) => migration.serverId },
  status: { get: ({ migration }) => migration.status },
  migration_type: { since: '2.23', get: ({ migration }) => migration.type },
  user_id: { since: '2.80', get: ({ migration }) => migration.userId },
  // Empty: who has asked is in none.
  project_id: { since: '2.80', get: ({ migration: { projectId } }) => (projectId === '' ? null : projectId) },
  created_at: { get: ({ migration }) => shownTime(migration.createdAt) },
  updated_at: { get: ({ migration: { updatedAt } }) => (updatedAt === null ? null : shownTime(updatedAt)) },
  links: { since: '2.23', get: linksOf },
});

function ofHosts(get: (migration: Migration) => string | null | undefined) {
  return ({ migration, seesHosts }: Shown): string | null => (seesHosts ? (get(migration) ?? null) : null);
}

function ofFlavors(get: (migration: Migration) => number) {
  return ({ migration }: Shown): number | null => (migration.type === 'evacuation' ? null : get(migration));
}

/** Only of those that can be asked for by themselves. */
function linksOf({ context, migration }: Shown): unknown {
  if (!isLiveAndShown(migration)) return undefined;
  return linksTo(context, `servers/${migration.serverId}/migrations/${migration.number}`);
}

/** A live migration on its way, past its acceptance. */
export function isLiveAndShown({ type, status }: Migration): boolean {
  return type === 'live-migration' && shownStatuses.has(status);
}

const shownStatuses: ReadonlySet<string> = new Set(['queued', 'preparing', 'running', 'post-migrating']);
