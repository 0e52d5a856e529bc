import { notFound } from '@berth/api-kit/http-error.ts';
import type { PolicyTarget } from '@berth/api-kit/policy.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import type { ConsumerId } from '@berth/engine/ids.ts';
import type { App } from '../app.ts';
import type { ComputeContext } from '../endpoint.ts';
import { type Asking, isAdmin } from '../is-admin.ts';

/** The server of the path. One of another project is not there, but for administrators; and one that was deleted is not there for anybody. */
export function findServer(context: ComputeContext): Server {
  const server = findServerOrDeleted(context);
  if (server.deletedAt === null) return server;
  throw serverNotFound(context);
}

export function findServerOrDeleted(context: AskingForServer): Server {
  const { app, caller } = context;
  const server = app.cloud.compute.servers.get(serverIdIn(context));
  if (server && (isOwn(server, caller) || isAdmin(context))) return server;
  throw serverNotFound(context);
}

type AskingForServer = Asking<Pick<App, 'cloud' | 'policy'>> & Pick<ComputeContext, 'params'>;

/** What the rules are asked about: whose it is. */
export function targetOf(_asked: unknown, { projectId }: Server): PolicyTarget {
  return { project_id: projectId };
}

/** Whoever is in no project is looking at the whole: what they may do there is left to the rules. */
function isOwn({ projectId }: Server, caller: ComputeContext['caller']): boolean {
  return caller.projectId === null || projectId === caller.projectId;
}

export function serverNotFound(context: Pick<ComputeContext, 'params'>): Error {
  return notFound(`Instance ${serverIdIn(context)} could not be found.`);
}

/** All paths about a server have it under this name. */
export function serverIdIn({ params }: Pick<ComputeContext, 'params'>): ConsumerId {
  return params['server_id'] as ConsumerId;
}
