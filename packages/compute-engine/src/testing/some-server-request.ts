import { now } from '@berth/engine/testing/instants.ts';
import type { ConsumerId } from '@berth/engine/ids.ts';
import type { Requester } from '../actions/requester.ts';
import type { FlavorId, OrderId } from '../ids.ts';
import type { FlatNetwork } from '../network/flat-network.ts';
import { type Limits, limitedThings, unlimited } from '../quotas/limits.ts';
import { defaultSchedulerSettings } from '../scheduler/settings.ts';
import type { CreateServers } from '../servers/create-servers.ts';
import type { NewServer } from '../servers/new-server.ts';

/** Somebody in a project, who is no administrator. */
export const alice: Requester = {
  requestId: 'req-1',
  userId: 'alice',
  projectId: 'project',
  isAdmin: false,
  apiHost: 'controller',
};

export const noLimits = Object.fromEntries(limitedThings.map((thing) => [thing, unlimited])) as Limits;

/** With room for few. */
export const smallNetwork: FlatNetwork = {
  id: 'a2b4c6d8-1111-4222-8333-444455556666',
  name: 'private',
  first: 0x0a00_0002,
  last: 0x0a00_0009,
};

export const someNewServer: NewServer = {
  name: 'web',
  hostname: null,
  description: null,
  projectId: 'project',
  userId: 'alice',
  flavor: {
    number: 1,
    id: 'small' as FlavorId,
    name: 'm1.small',
    vcpus: 1,
    memoryMb: 512,
    rootGb: 1,
    ephemeralGb: 0,
    swapMb: 0,
    extraSpecs: {},
  },
  image: { id: '11111111-1111-4111-8111-111111111111', properties: {} },
  key: null,
  userData: null,
  hasConfigDrive: false,
  metadata: {},
  tags: [],
  trustedCertificates: null,
  accessIpV4: null,
  accessIpV6: null,
  diskConfig: 'MANUAL',
  ports: [],
  pinnedZone: null,
  groupId: null,
  reservationId: 'r-00000000',
};

export function serverId(name: string): ConsumerId {
  return name as ConsumerId;
}

/** One server of each name. */
export function createRequest(
  names: readonly string[],
  { asked, ...change }: Partial<Omit<CreateServers, 'asked'>> & { readonly asked?: Partial<NewServer> } = {},
): CreateServers {
  return {
    kind: 'create-servers',
    asked: { ...someNewServer, ...asked },
    least: names.length,
    most: names.length,
    newIds: names.map((name) => ({ server: serverId(name), order: `build ${name}` as OrderId })),
    addresses: [null],
    search: {
      diskFormat: 'qcow2',
      forced: null,
      requested: null,
      hints: { groupId: null, sameHosts: [], differentHosts: [], others: {} },
      ignoredHosts: [],
    },
    by: alice,
    configured: noLimits,
    network: smallNetwork,
    scheduling: defaultSchedulerSettings,
    now,
    ...change,
  };
}
