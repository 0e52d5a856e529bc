import type { ComputeNode } from '@berth/compute-engine/hosts/compute-node.ts';
import type { ComputeService } from '@berth/compute-engine/hosts/compute-service.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import type { ComputeContext } from '../endpoint.ts';

/** A node, as operators of compute see it: with the service of its host. */
export interface Hypervisor {
  readonly node: ComputeNode;
  readonly service: ComputeService;
}

/** In the order of their numbers. */
export function hypervisorsOf({ app }: Pick<ComputeContext, 'app'>): readonly Hypervisor[] {
  const { nodes } = app.cloud.compute;
  return [...nodes.values()]
    .flatMap((node) => hypervisorOf({ app }, node) ?? [])
    .sort((one, other) => one.node.number - other.node.number);
}

/** Undefined where its host has no service. */
export function hypervisorOf(
  { app }: Pick<ComputeContext, 'app'>,
  node: ComputeNode,
): Hypervisor | undefined {
  const service = app.cloud.compute.services.ofHost(node.host);
  return service && { node, service };
}

/** The servers on it, in the order in which they were made. */
export function serversOn({ app }: Pick<ComputeContext, 'app'>, { node }: Hypervisor): readonly Server[] {
  const there: Server[] = [];
  for (const server of app.cloud.compute.servers.onHost(node.host)) {
    if (server.place?.nodeId === node.id) there.push(server);
  }
  return there.sort((one, other) => one.number - other.number);
}
