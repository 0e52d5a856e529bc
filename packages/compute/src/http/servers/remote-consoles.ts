import { badRequest, conflict } from '@berth/api-kit/http-error.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import { base, type ComputeEndpoint, endpoint } from '../endpoint.ts';
import { takenBody } from '../taken-body.ts';
import { versions } from '../versions.ts';
import { actionBody, actionRoute } from './action-endpoint.ts';
import { findServer, targetOf } from './find-server.ts';

/** Consoles that somebody could connect to: hosts have none, which is told as a Nova does in which they are switched off. */
export const consoleActions: readonly ComputeEndpoint[] = [
  consoleAction('os-getVNCConsole', 'get_vnc_console', ['novnc', 'xvpvnc']),
  consoleAction('os-getSPICEConsole', 'get_spice_console', ['spice-html5']),
  consoleAction('os-getRDPConsole', 'get_rdp_console', ['rdp-html5']),
  consoleAction('os-getSerialConsole', 'get_serial_console', ['serial']),
];

function consoleAction(name: string, asked: string, types: readonly string[]): ComputeEndpoint {
  return endpoint({
    route: actionRoute(name),
    until: '2.5',
    input: actionBody<string, { readonly type: string }>(name, {
      type: 'object',
      properties: { type: { type: 'string', enum: types } },
      required: ['type'],
      additionalProperties: false,
    }),
    policy: 'os_compute_api:os-remote-consoles',
    // It is asked whether one may before it is known of which server.
    run: (context, _found, body) => unavailable(findServer(context), asked, body[name]?.type ?? ''),
  });
}

interface RemoteConsole {
  readonly protocol: string;
  readonly type: string;
}

const takeConsole = versions.ladder<(sent: unknown) => { readonly remote_console: RemoteConsole }>(
  ['2.6', consoleBody(['vnc', 'spice', 'rdp', 'serial'], [])],
  ['2.8', consoleBody(['vnc', 'spice', 'rdp', 'serial', 'mks'], ['webmks'])],
);

function consoleBody(protocols: readonly string[], more: readonly string[]) {
  const types = ['novnc', 'xvpvnc', 'rdp-html5', 'spice-html5', 'serial', ...more];
  const remote_console: JsonSchema = {
    type: 'object',
    properties: {
      protocol: { type: 'string', enum: protocols },
      type: { type: 'string', enum: types },
    },
    required: ['protocol', 'type'],
    additionalProperties: false,
  };
  return takenBody<{ readonly remote_console: RemoteConsole }>({
    type: 'object',
    properties: { remote_console },
    required: ['remote_console'],
    additionalProperties: false,
  });
}

export const createRemoteConsole = endpoint({
  route: `POST ${base}/servers/{server_id}/remote-consoles`,
  since: '2.6',
  input: (sent, { version }) => takeConsole.at(version)?.(sent) as { readonly remote_console: RemoteConsole },
  find: findServer,
  policy: 'os_compute_api:os-remote-consoles',
  target: targetOf,
  run: (_context, server, { remote_console: { protocol, type } }) =>
    unavailable(server, `get_${protocol}_console`, type),
});

function unavailable({ id, place, taskState }: Server, asked: string, type: string): never {
  if (place === null) throw conflict(`Instance ${id} is not ready`);
  if (taskState === 'deleting')
    throw conflict(`Cannot '${asked}' instance ${id} while it is in task_state ${taskState}`);
  throw badRequest(`Unavailable console type ${type}.`);
}
