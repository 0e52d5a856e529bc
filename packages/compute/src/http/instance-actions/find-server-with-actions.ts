import type { Server } from '@berth/compute-engine/servers/server.ts';
import type { ComputeContext } from '../endpoint.ts';
import { findServer, findServerOrDeleted } from '../servers/find-server.ts';
import { versions } from '../versions.ts';

/** From 2.21 on, what was done with a server is told of those that are deleted too. */
export function findServerWithActions(context: ComputeContext): Server {
  return (find.at(context.version) ?? findServer)(context);
}

const find = versions.ladder(['2.1', findServer], ['2.21', findServerOrDeleted]);
