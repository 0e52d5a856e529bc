import type { Answer } from '@berth/api-kit/endpoint.ts';
import { badRequest, conflict, unavailable } from '@berth/api-kit/http-error.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import type { OrderId } from '@berth/compute-engine/ids.ts';
import type { LiveMoveServer } from '@berth/compute-engine/moves/live-move-server.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import type { ConsumerId } from '@berth/engine/ids.ts';
import { checkRule } from '../check-rule.ts';
import { accepted, type ComputeContext, endpoint } from '../endpoint.ts';
import { booleanOf, booleanWords } from '../fragments.ts';
import { versions } from '../versions.ts';
import { actionBody, actionRoute } from './action-endpoint.ts';
import { findServer, targetOf } from './find-server.ts';
import { requesterOf } from './requester-of.ts';
import { hostname } from './server-fragments.ts';

type Asked = Pick<LiveMoveServer, 'host' | 'isForced' | 'isAwaited' | 'sendsDisks' | 'mayOvercommitDisks'>;

interface WireBody {
  readonly host: string | null;
  readonly block_migration: string | boolean;
  readonly disk_over_commit?: string | boolean;
  readonly force?: string | boolean;
}

const host: JsonSchema = { ...hostname, type: ['string', 'null'] };
const disks: JsonSchema = { ...booleanWords, enum: [...(booleanWords.enum as unknown[]), 'auto'] };

const bodyWith = (properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]) =>
  actionBody<'os-migrateLive', WireBody>('os-migrateLive', {
    type: 'object',
    properties,
    required,
    additionalProperties: false,
  });

/** Up to 2.24 everything is to be said; then the hosts may find out about disks; from 2.30 to 2.67 a host may be asked for by force. */
const bodies = versions.ladder<(sent: unknown) => { readonly 'os-migrateLive': WireBody }>(
  [
    '2.1',
    bodyWith({ block_migration: booleanWords, disk_over_commit: booleanWords, host }, [
      'block_migration',
      'disk_over_commit',
      'host',
    ]),
  ],
  ['2.25', bodyWith({ block_migration: disks, host }, ['block_migration', 'host'])],
  ['2.30', bodyWith({ block_migration: disks, host, force: booleanWords }, ['block_migration', 'host'])],
  ['2.68', bodyWith({ block_migration: disks, host }, ['block_migration', 'host'])],
);

/** Until somebody could say so, a host that was named was gone to whatever the scheduler says. */
const isForcedBy = versions.ladder<(body: WireBody) => boolean>(
  ['2.1', ({ host: named }) => named !== null],
  ['2.30', forcedBy],
);

/** Who asks is told what is against it; from 2.34 on that is seen in the actions of the server. */
const isAwaitedAt = versions.ladder<boolean>(['2.1', true], ['2.34', false]);

function forcedBy({ host: named, force = false }: WireBody): boolean {
  const isForced = booleanOf(force);
  if (isForced && named === null) throw badRequest("Can't force to a non-provided destination");
  return isForced;
}

function sendsDisks(word: string | boolean): boolean | null {
  return word === 'auto' ? null : booleanOf(word);
}

export const liveMoveServer = endpoint({
  route: actionRoute('os-migrateLive'),
  input: (sent, { version }) => bodies.at(version)?.(sent) as { readonly 'os-migrateLive': WireBody },
  find: findServer,
  policy: 'os_compute_api:os-migrate-server:migrate_live',
  target: targetOf,
  run: (context, server, { 'os-migrateLive': body }) => {
    const { version } = context;
    if (body.host !== null) checkRule(context, 'os_compute_api:os-migrate-server:migrate_live:host');
    return move(context, server, {
      host: body.host,
      isForced: isForcedBy.at(version)?.(body) ?? false,
      isAwaited: isAwaitedAt.at(version) ?? false,
      sendsDisks: sendsDisks(body.block_migration),
      mayOvercommitDisks: booleanOf(body.disk_over_commit ?? false),
    });
  },
});

async function move(context: ComputeContext, { id }: Server, asked: Asked): Promise<Answer> {
  const { app, now } = context;
  const { ends } = app.line;
  if (asked.isAwaited && !ends.hasRoom) throw unavailable('Too many live migrations are being checked.');
  const newIds = { migration: app.newId() as ConsumerId, order: app.newId() as OrderId };
  const { scheduling } = app.settings.servers;
  const by = requesterOf(context);
  await app.commit({ kind: 'live-move-server', id, ...asked, by, newIds, scheduling, now }, () => accepted);
  if (asked.isAwaited) await checked(context, newIds.migration);
  return accepted;
}

/** Resolves when it can go there; throws what is against it. */
async function checked(context: ComputeContext, migrationId: ConsumerId): Promise<void> {
  const { app } = context;
  const { ends, patienceMs } = app.line;
  for (;;) {
    const { migrations, orders, servers } = app.cloud.compute;
    const migration = migrations.get(migrationId);
    // The server is gone by now.
    if (!migration) return;
    if (migration.status === 'error') {
      const { message = '' } = servers.get(migration.serverId)?.fault ?? {};
      throw message.includes(' in power_state ') ? conflict(message) : badRequest(message);
    }
    const check = orders.ofServer(migration.serverId).find(({ work }) => work.kind === 'check-live-move');
    if (!check) return;
    const end = await ends.wait(check.id, patienceMs);
    if (end.kind === 'time') {
      throw unavailable('The host has not answered in time. What becomes of it is seen in the migrations.');
    }
  }
}
