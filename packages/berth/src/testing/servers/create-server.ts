import { className, consumerId, id } from '@berth/engine/testing/names.ts';
import type { ServerCommand } from './server-commands.ts';

/** The command that makes a server, named like its id unless given. */
export function createServer(
  server: string,
  host: string,
  { name = server, vcpus = 2 }: { readonly name?: string; readonly vcpus?: number } = {},
): ServerCommand {
  return {
    kind: 'create-server',
    id: consumerId(server),
    name,
    projectId: 'project',
    userId: 'user',
    hostId: id(host),
    resources: new Map([[className('VCPU'), vcpus]]),
    now: 5,
  };
}
