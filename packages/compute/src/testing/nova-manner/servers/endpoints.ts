import type { Answer, Context, Endpoint } from '@berth/api-kit/endpoint.ts';
import { conflict, notFound } from '@berth/api-kit/http-error.ts';
import type { PolicyTarget } from '@berth/api-kit/policy.ts';
import { takenBody } from '../../../http/taken-body.ts';
import type { App, Server } from './app.ts';
import { shownServer } from './server-view.ts';
import { versionDocuments } from './version-documents.ts';
import type { Version } from './versions.ts';

/** Lets the compiler find out what an endpoint takes and finds, and then forgets it: a list has endpoints of all kinds. */
function endpoint<Input, Found>(given: Endpoint<App, Version, Input, Found>): Endpoint<App, Version> {
  return given;
}

const version = '/v2.1';
const below = `${version}[/{project_id}]`;

const listServers = endpoint({
  route: `GET ${below}/servers`,
  policy: 'os_compute_api:servers:index',
  run: (context) => {
    const servers = seenBy(context).map((server) => {
      const { id, name, links } = shownServer(context, server);
      return { id, name, links };
    });
    return json(200, { servers });
  },
});

const listDetails = endpoint({
  route: `GET ${below}/servers/detail`,
  policy: 'os_compute_api:servers:detail',
  run: (context) => json(200, { servers: seenBy(context).map((server) => shownServer(context, server)) }),
});

const showServer = endpoint({
  route: `GET ${below}/servers/{id}`,
  find: findServer,
  policy: 'os_compute_api:servers:show',
  target: ofItsProject,
  run: (context, server) => json(200, { server: shownServer(context, server) }),
});

const createServer = endpoint({
  route: `POST ${below}/servers`,
  input: takenBody<{ server: { name: string } }>({
    type: 'object',
    properties: {
      server: {
        type: 'object',
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 255 },
          imageRef: { type: 'string' },
          flavorRef: { type: ['string', 'integer'] },
          networks: { type: ['string', 'array'] },
        },
        required: ['name', 'flavorRef'],
        additionalProperties: false,
      },
    },
    required: ['server'],
    additionalProperties: false,
  }),
  policy: 'os_compute_api:servers:create',
  run: (context, _found, { server: { name } }) => {
    const { app, caller } = context;
    const server: Server = {
      id: app.newId(),
      name,
      projectId: caller.projectId ?? '',
      userId: caller.userId ?? '',
      status: 'ACTIVE',
      lock: null,
    };
    app.servers.set(server.id, server);
    const { id, links } = shownServer(context, server);
    return { ...json(202, { server: { id, links } }), location: `${version}/servers/${server.id}` };
  },
});

const deleteServer = endpoint({
  route: `DELETE ${below}/servers/{id}`,
  find: findServer,
  policy: 'os_compute_api:servers:delete',
  target: ofItsProject,
  run: (context, server) => {
    refuseLocked(context, server);
    context.app.servers.delete(server.id);
    return { status: 204 };
  },
});

const action = `POST ${below}/servers/{id}/action`;

const stopServer = endpoint({
  route: `${action} os-stop`,
  find: findServer,
  policy: 'os_compute_api:servers:stop',
  target: ofItsProject,
  run: (context, server) => {
    refuseLocked(context, server);
    if (server.status === 'SHUTOFF')
      throw conflict(`Cannot 'stop' instance ${server.id} while it is in vm_state stopped`);
    server.status = 'SHUTOFF';
    return accepted;
  },
});

/** Whatever a client says about it, there is no reason. */
const lockServer = endpoint({
  route: `${action} lock`,
  until: '2.72',
  find: findServer,
  policy: 'os_compute_api:os-lock-server:lock',
  target: ofItsProject,
  run: (_context, server) => lock(server, null),
});

const lockServerWithReason = endpoint({
  route: `${action} lock`,
  since: '2.73',
  input: takenBody<{ lock: { locked_reason?: string } | null }>({
    type: 'object',
    properties: {
      lock: {
        type: ['object', 'null'],
        properties: { locked_reason: { type: 'string', minLength: 1, maxLength: 255 } },
        additionalProperties: false,
      },
    },
    required: ['lock'],
    additionalProperties: false,
  }),
  find: findServer,
  policy: 'os_compute_api:os-lock-server:lock',
  target: ofItsProject,
  run: (_context, server, given) => lock(server, given.lock?.locked_reason ?? null),
});

const unlockServer = endpoint({
  route: `${action} unlock`,
  find: findServer,
  policy: 'os_compute_api:os-lock-server:unlock',
  target: ofItsProject,
  run: (_context, server) => {
    server.lock = null;
    return accepted;
  },
});

const triggerCrashDump = endpoint({
  route: `${action} trigger_crash_dump`,
  since: '2.17',
  input: takenBody<{ trigger_crash_dump: null }>({
    type: 'object',
    properties: { trigger_crash_dump: { type: 'null' } },
    required: ['trigger_crash_dump'],
    additionalProperties: false,
  }),
  find: findServer,
  policy: 'os_compute_api:servers:trigger_crash_dump',
  target: ofItsProject,
  run: () => accepted,
});

const resetState = endpoint({
  route: `${action} os-resetState`,
  input: takenBody<{ 'os-resetState': { state: 'active' | 'error' } }>({
    type: 'object',
    properties: {
      'os-resetState': {
        type: 'object',
        properties: { state: { type: 'string', enum: ['active', 'error'] } },
        required: ['state'],
        additionalProperties: false,
      },
    },
    required: ['os-resetState'],
    additionalProperties: false,
  }),
  find: findServer,
  policy: 'os_compute_api:os-admin-actions:reset_state',
  target: ofItsProject,
  run: (_context, server, given) => {
    server.status = given['os-resetState'].state === 'active' ? 'ACTIVE' : 'ERROR';
    return accepted;
  },
});

export const endpoints: readonly Endpoint<App, Version>[] = [
  ...versionDocuments,
  listServers,
  listDetails,
  showServer,
  createServer,
  deleteServer,
  stopServer,
  lockServer,
  lockServerWithReason,
  unlockServer,
  triggerCrashDump,
  resetState,
];

/** Those of others are not there, but for administrators. */
function findServer({ app, params, caller }: Context<App>): Server {
  const server = app.servers.get(params['id'] ?? '');
  if (server && (server.projectId === caller.projectId || caller.roles.includes('admin'))) return server;
  throw notFound(`Instance ${params['id']} could not be found.`);
}

function seenBy({ app, caller }: Context<App>): Server[] {
  return [...app.servers.values()].filter(({ projectId }) => projectId === caller.projectId);
}

function ofItsProject(_asked: unknown, { projectId }: Server): PolicyTarget {
  return { project_id: projectId };
}

function refuseLocked({ caller }: Context<App>, server: Server): void {
  if (server.lock && !caller.roles.includes('admin')) throw conflict(`Instance ${server.id} is locked`);
}

function lock(server: Server, reason: string | null): Answer {
  server.lock = { reason };
  return accepted;
}

function json(status: number, value: unknown): Answer {
  return { status, body: JSON.stringify(value) };
}

const accepted: Answer = { status: 202 };
