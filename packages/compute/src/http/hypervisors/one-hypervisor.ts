import { badRequest, notFound } from '@berth/api-kit/http-error.ts';
import { isUuidLike } from '@berth/api-kit/json/uuid.ts';
import type { ComputeNode } from '@berth/compute-engine/hosts/compute-node.ts';
import { isHostUp } from '@berth/compute-engine/hosts/is-host-up.ts';
import type { ProviderId } from '@berth/engine/ids.ts';
import { aboutNobody, base, type ComputeContext, endpoint, json } from '../endpoint.ts';
import { booleanOf } from '../fragments.ts';
import { pythonInteger } from '../python-number.ts';
import { type Asked, nothingAsked, type TakenQuery, takenQuery } from '../taken-query.ts';
import { notSupported, toldByHost } from '../told-by-host.ts';
import { versions } from '../versions.ts';
import { askUptime } from './ask-uptime.ts';
import { type Hypervisor, hypervisorOf, hypervisorsOf } from './hypervisor.ts';
import { figuresOfAll } from './hypervisor-figures.ts';
import { briefHypervisor } from './hypervisor-view.ts';
import { serversParameter } from './list-hypervisors.ts';
import { hypervisorShower } from './show-hypervisors.ts';

export const showHypervisor = endpoint({
  route: `GET ${base}/os-hypervisors/{id}`,
  input: (_sent, asked) => takeQuery.at(asked.version)?.(asked) as Query,
  policy: 'os_compute_api:os-hypervisors:show',
  target: aboutNobody,
  run: async (context, _found, query) => {
    const hypervisor = hypervisorIn(context);
    const withServers = booleanOf(query.with_servers?.[0] ?? false);
    const show = await hypervisorShower(context, [hypervisor], { isDetailed: true, withServers });
    return json(200, { hypervisor: show(hypervisor) });
  },
});

type Query = TakenQuery<keyof typeof serversParameter>;

const takeServers = takenQuery(serversParameter, { isStrict: true });

const takeQuery = versions.ladder<(asked: Asked) => Query>(
  ['2.1', nothingAsked],
  ['2.53', ({ query }) => takeServers(query)],
);

/** Until 2.87; then it is shown with the rest. */
export const showUptime = endpoint({
  route: `GET ${base}/os-hypervisors/{id}/uptime`,
  until: '2.87',
  policy: 'os_compute_api:os-hypervisors:uptime',
  target: aboutNobody,
  run: async (context) => {
    const { app, version } = context;
    const hypervisor = hypervisorIn(context);
    const { host } = hypervisor.node;
    if (!isHostUp(app.cloud.compute, host)) {
      throw badRequest(`Compute service of ${host} is unavailable at this time.`);
    }
    const answer = await askUptime(context, hypervisor, app.line.patienceMs);
    const uptime = toldByHost(host, answer, notSupported);
    return json(200, { hypervisor: { ...briefHypervisor.at(version)(hypervisor), uptime } });
  },
});

/** Until 2.87: what all of them have together on which servers may go. */
export const showStatistics = endpoint({
  route: `GET ${base}/os-hypervisors/statistics`,
  until: '2.87',
  policy: 'os_compute_api:os-hypervisors:statistics',
  target: aboutNobody,
  run: (context) => {
    const enabled = hypervisorsOf(context).filter(({ service }) => service.disabled === null);
    const nodes = enabled.map(({ node }) => node);
    return json(200, { hypervisor_statistics: figuresOfAll(context.app.cloud, nodes) });
  },
});

/** The one of the path: by its number until 2.52, by its uuid from then on. */
function hypervisorIn(context: ComputeContext): Hypervisor {
  const id = context.params['id'] as string; // All paths have it under this name.
  const node = nodeNamed.at(context.version)?.(context, id);
  const hypervisor = node && hypervisorOf(context, node);
  if (hypervisor) return hypervisor;
  throw notFound(`Hypervisor with ID '${id}' could not be found.`);
}

type FindNode = (context: ComputeContext, id: string) => ComputeNode | undefined;

const nodeNamed = versions.ladder<FindNode>(['2.1', byNumber], ['2.53', byUuid]);

function byNumber({ app }: ComputeContext, id: string): ComputeNode | undefined {
  const number = pythonInteger(id);
  return [...app.cloud.compute.nodes.values()].find((node) => BigInt(node.number) === number);
}

function byUuid({ app }: ComputeContext, id: string): ComputeNode | undefined {
  if (!isUuidLike(id)) throw badRequest(`Invalid uuid ${id}`);
  return app.cloud.compute.nodes.get(id as ProviderId);
}
