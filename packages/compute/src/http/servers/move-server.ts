import { badRequest } from '@berth/api-kit/http-error.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import type { FlavorId, OrderId } from '@berth/compute-engine/ids.ts';
import { checkMovable, type MoveServer } from '@berth/compute-engine/moves/move-server.ts';
import { checkLargerFlavor } from '@berth/compute-engine/quotas/check-larger-flavor.ts';
import { actionRules } from '@berth/compute-engine/servers/action-rules.ts';
import type { Server, ServerFlavor } from '@berth/compute-engine/servers/server.ts';
import type { ConsumerId } from '@berth/engine/ids.ts';
import { checkRule } from '../check-rule.ts';
import { accepted, type ComputeContext, endpoint } from '../endpoint.ts';
import { versions } from '../versions.ts';
import { actionBody, actionRoute } from './action-endpoint.ts';
import { mayUseZeroDisk, serverFlavorOf } from './create-servers.ts';
import { checkKeptImage } from './find-image.ts';
import { findServer, targetOf } from './find-server.ts';
import { requesterOf } from './requester-of.ts';
import { diskConfig, flavorRef, hostname } from './server-fragments.ts';

interface ResizeBody {
  readonly flavorRef: string | number;
  readonly 'OS-DCF:diskConfig'?: Server['diskConfig'];
}

const resizeBody = actionBody<'resize', ResizeBody>('resize', {
  type: 'object',
  properties: { flavorRef, 'OS-DCF:diskConfig': diskConfig },
  required: ['flavorRef'],
  additionalProperties: false,
});

export const resizeServer = endpoint({
  route: actionRoute('resize'),
  input: resizeBody,
  find: findServer,
  policy: 'os_compute_api:servers:resize',
  target: targetOf,
  run: (context, server, { resize }) => {
    const { 'OS-DCF:diskConfig': disks } = resize;
    const flavor = askedFlavor(context, server, String(resize.flavorRef));
    return move(context, server, {
      flavor,
      host: null,
      ...(disks === undefined ? {} : { diskConfig: disks }),
    });
  },
});

/** What is asked about comes in the order that clients see: the state of the server, the flavor, how much there may be, and whether the image goes with it. */
function askedFlavor(context: ComputeContext, server: Server, id: string): ServerFlavor {
  const { app } = context;
  const { compute } = app.cloud;
  checkMovable(compute, server, actionRules.resize, requesterOf(context));
  const found = compute.flavors.get(id as FlavorId);
  if (!found) throw badRequest(`Flavor ${id} could not be found.`);
  const flavor = serverFlavorOf(found);
  if (flavor.rootGb === 0 && server.flavor.rootGb !== 0 && server.image !== null) {
    throw badRequest(`Server disk was unable to be resized because: ${toZeroDisk}`);
  }
  if (flavor.number === server.flavor.number) {
    throw badRequest('When resizing, instances must change flavor!');
  }
  const { projectId, userId } = server;
  const { limits: configured } = app.settings;
  checkLargerFlavor(compute, { projectId, userId, configured }, server.flavor, flavor);
  checkKeptImage(flavor, server, {
    operation: 'resize',
    isVolumeBacked: server.image === null,
    mayUseZeroDisk: mayUseZeroDisk(context),
  });
  return flavor;
}

const toZeroDisk = 'Resize to zero disk flavor is not allowed.';

interface MigrateBody {
  readonly migrate: { readonly host?: string | null } | null;
}

const askedHost: JsonSchema = {
  type: ['object', 'null'],
  properties: { host: { ...hostname, type: ['string', 'null'] } },
  additionalProperties: false,
};

/** Up to 2.55 what is sent with it is not looked at. */
const migrateBody = versions.ladder<(sent: unknown) => MigrateBody>(
  ['2.1', () => ({ migrate: null })],
  ['2.56', actionBody<'migrate', MigrateBody['migrate']>('migrate', askedHost)],
);

export const migrateServer = endpoint({
  route: actionRoute('migrate'),
  input: (sent, { version }) => migrateBody.at(version)?.(sent) as MigrateBody,
  find: findServer,
  policy: 'os_compute_api:os-migrate-server:migrate',
  target: targetOf,
  run: (context, server, { migrate }) => {
    const host = migrate?.host ?? null;
    if (host !== null) checkRule(context, 'os_compute_api:os-migrate-server:migrate:host');
    return move(context, server, { flavor: null, host });
  },
});

async function move(
  context: ComputeContext,
  { id }: Server,
  wanted: Pick<MoveServer, 'flavor' | 'host' | 'diskConfig'>,
) {
  const { app, now } = context;
  const { servers, limits: configured } = app.settings;
  const command: MoveServer = {
    kind: 'move-server',
    id,
    ...wanted,
    mayStay: servers.mayResizeInPlace,
    by: requesterOf(context),
    newIds: { migration: app.newId() as ConsumerId, order: app.newId() as OrderId },
    configured,
    scheduling: servers.scheduling,
    now,
  };
  return await app.commit(command, () => accepted);
}
