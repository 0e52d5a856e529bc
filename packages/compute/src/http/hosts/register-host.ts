import type { ServiceId } from '@berth/compute-engine/ids.ts';
import type { HostNode } from '@berth/compute-engine/hosts/register-host.ts';
import { assert } from '@berth/engine/assert.ts';
import type { ProviderId } from '@berth/engine/ids.ts';
import { badRequest } from '@berth/api-kit/http-error.ts';
import { json } from '../endpoint.ts';
import { takenBody } from '../taken-body.ts';
import { takenQuery } from '../taken-query.ts';
import { admitAgent, agentParameter } from './agent-in.ts';
import { backView } from './back-view.ts';
import { hostEndpoint, hostIn } from './host-app.ts';
import { nodeProperties } from './node-properties.ts';

/** An agent says which nodes its host has. The answer says what the host is, and which nodes are kept for their servers alone. */
export const registerHost = hostEndpoint({
  route: 'PUT /berth/v1/hosts/{host}',
  input: (sent, { query }) => ({
    agent: takeQuery(query).agent?.[0] ?? missingAgent(),
    nodes: takeBody(sent).nodes.map(nodeIn),
  }),
  run: (context, _found, { agent, nodes }) => {
    const { app, now } = context;
    const host = hostIn(context);
    if (host.length > nameMax) throw badRequest(`The name of a host has at most ${nameMax} characters.`);
    admitAgent(context, agent);
    refuseTwins(nodes);
    const newServiceId = app.newId() as ServiceId;
    return app.commit({ kind: 'register-host', host, newServiceId, nodes, now }, ({ compute }) => {
      const service = compute.services.ofHost(host);
      assert(service, 'a host that was registered is there');
      const told = new Set(nodes.map(({ id }) => id));
      const kept = compute.nodes.ofHost(host).filter(({ id }) => !told.has(id));
      return json(200, {
        service: service.id,
        is_disabled: service.disabled !== null,
        ...backView(service),
        kept_nodes: kept.map(({ id, name }) => ({ uuid: id, name })),
      });
    });
  },
});

export const nameMax = 255;

export function missingAgent(): never {
  throw badRequest('The parameter agent is missing: what the agent calls itself.');
}

interface WireNode {
  readonly uuid: string;
  readonly name: string;
  readonly hypervisor_type: string;
  readonly hypervisor_version: number;
  readonly address: string;
  readonly vcpus: number;
  readonly memory_mb: number;
  readonly disk_gb: number;
  readonly cpu_info: string;
  readonly guests: readonly (readonly [architecture: string, hypervisorType: string, vmMode: string])[];
}

const takeQuery = takenQuery(agentParameter, { isStrict: true });

const takeBody = takenBody<{ readonly nodes: readonly WireNode[] }>({
  type: 'object',
  properties: {
    nodes: {
      type: 'array',
      minItems: 1,
      maxItems: 10_000,
      items: {
        type: 'object',
        properties: nodeProperties,
        required: Object.keys(nodeProperties),
        additionalProperties: false,
      },
    },
  },
  required: ['nodes'],
  additionalProperties: false,
});

function nodeIn(node: WireNode): HostNode {
  return {
    id: node.uuid as ProviderId,
    name: node.name,
    hypervisor: { type: node.hypervisor_type, version: node.hypervisor_version },
    address: node.address,
    vcpus: node.vcpus,
    memoryMb: node.memory_mb,
    diskGb: node.disk_gb,
    cpuInfo: node.cpu_info,
    guests: node.guests.map(([architecture, hypervisorType, vmMode]) => ({
      architecture,
      hypervisorType,
      vmMode,
    })),
  };
}

function refuseTwins(nodes: readonly HostNode[]): void {
  for (const key of ['id', 'name'] as const) {
    if (new Set(nodes.map((node) => node[key])).size < nodes.length) {
      throw badRequest('Two of the nodes have the same uuid or name.');
    }
  }
}
