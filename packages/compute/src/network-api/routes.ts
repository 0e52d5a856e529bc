import { collectionEndpoints } from './collection.ts';
import type { NetworkContext, NetworkEndpoint } from './endpoint.ts';
import { shownExtensions, shownNetwork, shownSubnet } from './shown-network.ts';

const resources = [
  { noun: 'network', plural: 'networks', key: 'id', all: (app) => [shownNetwork(app.network)] },
  { noun: 'subnet', plural: 'subnets', key: 'id', all: (app) => [shownSubnet(app.network)] },
  { noun: 'subnetpool', plural: 'subnetpools', key: 'id', all: () => [] },
  // Servers have addresses of the network and no ports, which could be asked for, or be given to others.
  { noun: 'port', plural: 'ports', key: 'id', all: () => [] },
] satisfies readonly Parameters<typeof collectionEndpoints>[0][];

/**
 * What a Neutron without routers, floating addresses and security groups would say of the network that is built in. Clients look there for what
 * they need to make a server: which network it can be on, and whether it still needs an address that is seen from outside.
 */
export const routes: readonly NetworkEndpoint[] = [
  { route: 'GET /', policy: null, run: (context) => json({ versions: [version(context)] }) },
  {
    route: 'GET /v2.0',
    policy: null,
    run: (context) =>
      json({
        resources: resources.map(({ noun, plural }) => ({
          name: noun,
          collection: plural,
          links: [{ rel: 'self', href: `${hrefOf(context)}${plural}` }],
        })),
      }),
  },
  ...resources.flatMap(collectionEndpoints),
  { route: 'GET /v2.0/quotas/{project_id}', policy: null, run: () => json({ quota }) },
  { route: 'GET /v2.0/quotas/{project_id}/default', policy: null, run: () => json({ quota }) },
  ...collectionEndpoints({
    noun: 'extension',
    plural: 'extensions',
    key: 'alias',
    all: () => shownExtensions,
  }),
];

/** Nobody can make any of these here. Clients that show quotas ask every service of the catalog for its own. */
const quota = {
  floatingip: 0,
  network: 0,
  port: 0,
  rbac_policy: 0,
  router: 0,
  security_group: 0,
  security_group_rule: 0,
  subnet: 0,
  subnetpool: 0,
};

function version(context: NetworkContext) {
  return { id: 'v2.0', status: 'CURRENT', links: [{ rel: 'self', href: hrefOf(context) }] };
}

function hrefOf({ origin, prefix }: NetworkContext): string {
  return `${origin}${prefix}/v2.0/`;
}

function json(value: unknown) {
  return { status: 200, body: JSON.stringify(value) };
}
