import { notFound } from '@berth/api-kit/http-error.ts';
import type { OrderId } from '@berth/compute-engine/ids.ts';
import type { Migration, MigrationStatus } from '@berth/compute-engine/migrations/migration.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import { accepted, base, type ComputeContext, endpoint, json } from '../endpoint.ts';
import { actionBody } from '../servers/action-endpoint.ts';
import { findServer, targetOf } from '../servers/find-server.ts';
import { requesterOf } from '../servers/requester-of.ts';
import { versions } from '../versions.ts';
import { liveMigrationView } from './live-migration-view.ts';
import { isLiveAndShown } from './migration-view.ts';

const path = `${base}/servers/{server_id}/migrations`;
const onePath = `${path}/{migration_id}`;

/** The live ones that are on their way: one at most. */
export const listMigrationsOfServer = endpoint({
  route: `GET ${path}`,
  since: '2.23',
  find: findServer,
  policy: 'os_compute_api:servers:migrations:index',
  target: targetOf,
  run: (context, server) => {
    const { app, caller, version } = context;
    const seesHosts = app.policy.allows('os_compute_api:servers:migrations:index:host', caller);
    const view = liveMigrationView.at(version);
    const shown = ofServer(context, server).filter(isLiveAndShown);
    return json(200, { migrations: shown.map((migration) => view({ migration, seesHosts })) });
  },
});

export const showMigrationOfServer = endpoint({
  route: `GET ${onePath}`,
  since: '2.23',
  find: findServer,
  policy: 'os_compute_api:servers:migrations:show',
  target: targetOf,
  run: (context, server) => {
    const asked = askedIn(context);
    const migration = ofServer(context, server).find(({ number }) => String(number) === asked);
    if (!migration) {
      throw notFound(`In-progress live migration ${asked} is not found for server ${server.id}.`);
    }
    if (migration.type !== 'live-migration') {
      throw notFound(`Migration ${asked} for server ${server.id} is not live-migration.`);
    }
    if (!isLiveAndShown(migration)) {
      throw notFound(`Live migration ${asked} for server ${server.id} is not in progress.`);
    }
    return json(200, { migration: liveMigrationView.at(context.version)({ migration, seesHosts: true }) });
  },
});

/** From 2.65 on also what its source has not begun with can be aborted. */
const abortable = versions.ladder<readonly MigrationStatus[]>(
  ['2.1', ['running']],
  ['2.65', ['running', 'queued', 'preparing']],
);

export const abortMigration = endpoint({
  route: `DELETE ${onePath}`,
  since: '2.24',
  find: findServer,
  policy: 'os_compute_api:servers:migrations:delete',
  target: targetOf,
  run: (context, server) => {
    const statuses = abortable.at(context.version) ?? [];
    return context.app.commit(
      { kind: 'abort-live-move', statuses, ...wishIn(context, server) },
      () => accepted,
    );
  },
});

export const forceCompleteMigration = endpoint({
  route: `POST ${onePath}/action force_complete`,
  since: '2.22',
  input: actionBody<'force_complete', null>('force_complete', { type: 'null' }),
  find: findServer,
  policy: 'os_compute_api:servers:migrations:force_complete',
  target: targetOf,
  run: (context, server) =>
    context.app.commit({ kind: 'complete-live-move', ...wishIn(context, server) }, () => accepted),
});

function wishIn(context: ComputeContext, { id }: Server) {
  const { app, now } = context;
  const newOrderId = app.newId() as OrderId;
  return { id, migration: askedIn(context), by: requesterOf(context), newOrderId, now };
}

function askedIn({ params }: ComputeContext): string {
  return params['migration_id'] as string; // The path has it.
}

function ofServer({ app }: ComputeContext, { id }: Server): readonly Migration[] {
  return [...app.cloud.compute.migrations.with('server', id).from()];
}
