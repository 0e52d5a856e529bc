import { longAgo } from '@berth/engine/testing/instants.ts';
import { consumerId, id } from '@berth/engine/testing/names.ts';
import type { FlavorId } from '../ids.ts';
import type { Server } from '../servers/server.ts';

/** A server that runs on host1, and that nothing is wrong with. */
export function serverNamed(name: string, change: Partial<Server> = {}): Server {
  return {
    id: consumerId(name),
    number: 1,
    name,
    hostname: name,
    description: null,
    projectId: 'project',
    userId: 'user',
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
    rootDeviceName: '/dev/vda',
    addresses: [],
    ports: [],
    vmState: 'active',
    taskState: null,
    powerState: 'running',
    progress: 100,
    lock: null,
    fault: null,
    shelved: null,
    place: { host: 'host1', nodeId: id('host1'), nodeName: 'host1', zone: 'nova' },
    pinnedZone: null,
    groupId: null,
    launchIndex: 0,
    reservationId: 'r-1',
    ...change,
  };
}
