import { longAgo } from '@berth/engine/testing/instants.ts';
import type { ConsumerId, ProviderId } from '@berth/engine/ids.ts';
import type { FlavorId } from '../ids.ts';
import type { Server } from '../servers/server.ts';

/** A server that nothing is wrong with: it runs on a host, in the project p of the user u. */
export function someServer(change: Partial<Server> = {}): Server {
  return {
    id: serverIdOf(1),
    number: 1,
    name: 'web',
    hostname: 'web',
    description: null,
    projectId: 'p',
    userId: 'u',
    createdAt: longAgo,
    updatedAt: longAgo,
    launchedAt: longAgo,
    terminatedAt: null,
    deletedAt: null,
    flavor: {
      number: 1,
      id: 'small' as FlavorId,
      name: 'm1.small',
      vcpus: 1,
      memoryMb: 2048,
      rootGb: 20,
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
    rootDeviceName: '/dev/vda',
    addresses: [],
    ports: [],
    vmState: 'active',
    taskState: null,
    powerState: 'running',
    progress: 0,
    lock: null,
    fault: null,
    shelved: null,
    place: placeOn('h1'),
    pinnedZone: null,
    groupId: null,
    launchIndex: 0,
    reservationId: 'r-1',
    ...change,
  };
}

/** One of many: each has its own id, and sorts by its number. */
export function serverIdOf(number: number): ConsumerId {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}` as ConsumerId;
}

export function placeOn(host: string): NonNullable<Server['place']> {
  return {
    host,
    nodeId: '22222222-2222-4222-8222-222222222222' as ProviderId,
    nodeName: `${host}.example`,
    zone: 'nova',
  };
}
