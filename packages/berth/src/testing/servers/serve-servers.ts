import type { Answer, Context, Endpoint } from '@berth/api-kit/endpoint.ts';
import { conflict, notFound } from '@berth/api-kit/http-error.ts';
import { Microversions } from '@berth/api-kit/microversions.ts';
import { newRequestId } from '@berth/api-kit/new-request-id.ts';
import type { RuleDefault } from '@berth/api-kit/policy/rule-default.ts';
import { createService, type Handle } from '@berth/api-kit/service.ts';
import { novaDialect } from '@berth/compute/http/dialect/nova-dialect.ts';
import { takenBody } from '@berth/compute/http/taken-body.ts';
import type { ClassName, ConsumerId } from '@berth/engine/ids.ts';
import { Refusal } from '@berth/engine/refusals.ts';
import { toUnavailable } from '@berth/placement/http/to-unavailable.ts';
import type { ServedLedger } from '../../cloud/composition.ts';
import type { Surroundings } from '../../serving/surroundings.ts';
import type { ChangeWithServers, CloudWithServers, CommandWithServers } from '../cloud-with-servers.ts';
import type { Server } from './server.ts';

type App = ServedLedger<CloudWithServers, CommandWithServers, ChangeWithServers>;

const versions = new Microversions('compute', [
  ['2.1', 'The first'],
  ['2.19', 'Servers tell when they were made'],
]);
type Version = (typeof versions.history)[number][0];

/** Servers on the ledger in Nova's manner: what is made claims a VCPU of the first host in the same decision. */
export function serveServers(ledger: App, around: Surroundings): Handle {
  const { authenticate, live, now, onUnavailable, onFault } = around;
  return createService({
    app: ledger,
    dialect: novaDialect(versions),
    endpoints: [listServers, showServer, createServer, renameServer, deleteServer],
    authenticate,
    policy: live.policies.compute,
    now,
    newRequestId,
    toHttpError: (thrown) =>
      thrown instanceof Refusal
        ? conflict(`No valid host was found: ${thrown.reason.kind}`)
        : toUnavailable(thrown),
    onUnavailable,
    onFault,
  });
}

const rule = 'os_compute_api:servers';

export const serverRules: readonly RuleDefault[] = [
  {
    name: rule,
    check: 'role:admin or project_id:%(project_id)s',
    scopes: [],
    description: '',
    operations: [],
  },
];

const view = versions.view<Server>({
  id: { get: ({ id }) => id },
  name: { get: ({ name }) => name },
  status: { get: ({ status }) => status },
  tenant_id: { get: ({ projectId }) => projectId },
  created: { since: '2.19', get: ({ createdAt }) => new Date(createdAt).toISOString() },
});

/** Lets the compiler find out what an endpoint takes and finds. */
function endpoint<Input, Found>(given: Endpoint<App, Version, Input, Found>): Endpoint<App, Version> {
  return given;
}

const path = '/v2.1[/{project_id}]/servers';

const listServers = endpoint({
  route: `GET ${path}`,
  policy: rule,
  run: (context) => {
    const own = [...context.app.world().servers.values()].filter(
      ({ projectId }) => projectId === context.caller.projectId,
    );
    return json(200, { servers: own.map((server) => shown(context, server)) });
  },
});

const showServer = endpoint({
  route: `GET ${path}/{id}`,
  find: findServer,
  policy: rule,
  target: (_asked, { projectId }) => ({ project_id: projectId }),
  run: (context, server) => json(200, { server: shown(context, server) }),
});

const serverBody = takenBody<{ server: { name: string } }>({
  type: 'object',
  properties: {
    server: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  },
  required: ['server'],
});

const createServer = endpoint({
  route: `POST ${path}`,
  input: serverBody,
  policy: rule,
  run: async (context, _found, { server }) => {
    const { app, caller, now } = context;
    const [host] = app.world().placement.providers.values();
    if (host === undefined) throw conflict('No valid host was found: there is none');
    const id = crypto.randomUUID() as ConsumerId;
    const command = {
      kind: 'create-server',
      id,
      name: server.name,
      projectId: caller.projectId ?? '',
      userId: caller.userId ?? '',
      hostId: host.id,
      resources: new Map([['VCPU' as ClassName, 1]]),
      now,
    } as const;
    return await app.commit(command, ({ servers }) => ({
      ...json(202, { server: shown(context, servers.get(id) as Server) }),
      location: `/v2.1/servers/${id}`,
    }));
  },
});

const renameServer = endpoint({
  route: `PUT ${path}/{id}`,
  input: serverBody,
  find: findServer,
  policy: rule,
  target: (_asked, { projectId }) => ({ project_id: projectId }),
  run: (context, { id }, { server: { name } }) =>
    context.app.commit({ kind: 'rename-server', id, name }, ({ servers }) =>
      json(200, { server: shown(context, servers.get(id) as Server) }),
    ),
});

const deleteServer = endpoint({
  route: `DELETE ${path}/{id}`,
  find: findServer,
  policy: rule,
  target: (_asked, { projectId }) => ({ project_id: projectId }),
  run: ({ app }, { id }) => app.commit({ kind: 'delete-server', id }, (): Answer => ({ status: 204 })),
});

/** Those of others are not there, but for administrators. */
function findServer({ app, params, caller }: Context<App>): Server {
  const server = app.world().servers.get(params['id'] as ConsumerId);
  if (server && (server.projectId === caller.projectId || caller.roles.includes('admin'))) return server;
  throw notFound(`Instance ${params['id']} could not be found.`);
}

function shown({ version }: Context<App>, server: Server): unknown {
  return view.at(version)(server);
}

function json(status: number, value: unknown): Answer {
  return { status, body: JSON.stringify(value) };
}
