import { badRequest, conflict } from '@berth/api-kit/http-error.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import type { OrderId } from '@berth/compute-engine/ids.ts';
import { actionRules } from '@berth/compute-engine/servers/action-rules.ts';
import { checkAction } from '@berth/compute-engine/servers/check-action.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import { hostZones } from '../availability-zones/zones-of.ts';
import { checkRule } from '../check-rule.ts';
import { accepted, type ComputeContext, endpoint } from '../endpoint.ts';
import { versions } from '../versions.ts';
import { actionBody, actionRoute } from './action-endpoint.ts';
import { checkZone } from './check-zone.ts';
import { findImage } from './find-image.ts';
import { findServer, targetOf } from './find-server.ts';
import { requesterOf } from './requester-of.ts';
import { name } from './server-fragments.ts';

interface Asked {
  /** Null: whichever; left out: as it was. */
  readonly availability_zone?: string | null;
  readonly host?: string;
}

interface UnshelveBody {
  readonly unshelve: Asked | null;
}

const withZone: JsonSchema = {
  type: ['object', 'null'],
  properties: { availability_zone: name },
  required: ['availability_zone'],
  additionalProperties: false,
};

const withHost: JsonSchema = {
  oneOf: [
    {
      type: ['object'],
      properties: {
        availability_zone: { oneOf: [{ type: ['null'] }, { type: 'string' }] },
        host: { type: 'string' },
      },
      additionalProperties: false,
    },
    { type: ['null'] },
  ],
};

const bodies = versions.ladder<(sent: unknown) => UnshelveBody>(
  // What is sent with it is not looked at.
  ['2.1', () => ({ unshelve: null })],
  ['2.77', actionBody<'unshelve', Asked | null>('unshelve', withZone)],
  ['2.91', actionBody<'unshelve', Asked | null>('unshelve', withHost)],
);

export const unshelveServer = endpoint({
  route: actionRoute('unshelve'),
  input: (sent, { version }) => bodies.at(version)?.(sent) as UnshelveBody,
  find: findServer,
  policy: 'os_compute_api:os-shelve:unshelve',
  target: targetOf,
  run: async (context, server, { unshelve: asked }) => {
    const { app, now } = context;
    const by = requesterOf(context);
    checkAction(server, actionRules.unshelve, by);
    const { availability_zone: zone } = asked ?? {};
    const host = asked?.host || null;
    checkPlace(context, server, { zone, host });
    const imageId = server.vmState === 'shelved_offloaded' ? (server.shelved?.imageId ?? null) : null;
    const isImageThere = imageId === null || (await findImage(context, imageId)) !== null;
    return app.commit(
      {
        kind: 'unshelve-server',
        id: server.id,
        ...(zone === undefined ? {} : { zone: zone || null }),
        host,
        isImageThere,
        scheduling: app.settings.servers.scheduling,
        by,
        newOrderId: app.newId() as OrderId,
        now,
      },
      () => accepted,
    );
  },
});

interface AskedPlace {
  readonly zone: string | null | undefined;
  readonly host: string | null;
}

/** In the original's order: whether it can go anywhere, to that zone, and to that host; whoever names a host has to be allowed to. */
function checkPlace(context: ComputeContext, server: Server, { zone, host }: AskedPlace): void {
  if (zone === undefined && host === null) return;
  const { id, vmState } = server;
  if (vmState !== 'shelved_offloaded') {
    throw conflict(
      `Specifying an availability zone or a host when unshelving server "${id}" with status "${vmState}" is not supported. The server status must be SHELVED_OFFLOADED.`,
    );
  }
  if (zone) checkZone(context, { zone, forced: null, requested: null });
  if (host === null) return;
  checkRule(context, 'os_compute_api:os-shelve:unshelve_to_host');
  const { cloud } = context.app;
  if (cloud.compute.nodes.ofHost(host).length === 0)
    throw badRequest(`Compute host ${host} could not be found.`);
  const expected = zone === undefined ? server.pinnedZone : zone;
  if (expected !== null && hostZones(context.app)(host) !== expected)
    throw conflict(`Host "${host}" is not in the availability zone "${expected}".`);
}
