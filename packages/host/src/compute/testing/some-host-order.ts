import type { HostOrder } from '@berth/client/compute/records.ts';

/** The order of that number, for a server that nothing is wrong with. */
export function someHostOrder(number: number, server: string, kind = 'stop'): HostOrder {
  return {
    id: `order ${number}`,
    number,
    hasBegun: false,
    work: {
      kind,
      isHard: false,
      preservesEphemeral: false,
      endsOff: false,
      imageId: null,
      to: null,
      isRunning: false,
      hasSharedDisks: null,
      isPaused: false,
      sendsDisks: null,
      mayOvercommitDisks: false,
      needsPassword: kind === 'set-password',
    },
    machine: {
      id: server,
      number: 1,
      name: server,
      hostname: server,
      node: 'host1',
      projectId: 'project',
      userId: 'user',
      flavor: {
        id: '1',
        name: 'm1.small',
        vcpus: 1,
        memoryMb: 512,
        rootGb: 1,
        ephemeralGb: 0,
        swapMb: 0,
        extraSpecs: {},
      },
      image: { id: 'cirros', properties: {} },
      key: null,
      userData: null,
      hasConfigDrive: false,
      metadata: {},
      addresses: [],
    },
  };
}

export const noLog = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
