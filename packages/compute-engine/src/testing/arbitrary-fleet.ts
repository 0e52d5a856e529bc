import fc from 'fast-check';
import type { ServerGroupPolicy } from '../server-groups/server-group.ts';
import type { TaskState, VmState } from '../servers/server-states.ts';
import { FleetCloud } from './fleet-cloud.ts';

export interface FleetText {
  readonly hosts: readonly FleetHost[];
  readonly servers: readonly FleetServerText[];
  readonly policies: readonly ServerGroupPolicy[];
}

interface FleetHost {
  readonly vcpus: number;
  readonly memory: number;
  readonly words: string;
  /** Its CPUs are in a child, as those of hosts with NUMA cells are. */
  readonly isNested: boolean;
  readonly state: 'up' | 'down' | 'disabled';
  readonly isInZone: boolean;
}

interface FleetServerText {
  readonly host: number;
  readonly vcpus: number;
  readonly memory: number;
  readonly trait: 'required' | 'forbidden' | null;
  readonly state: VmState;
  readonly task: TaskState | null;
  readonly isPinned: boolean;
  /** Which group it is in; null: none. */
  readonly group: number | null;
}

/** Mostly the first, now and then one of the others. */
function rarely<Value>(usual: Value, ...others: Value[]): fc.Arbitrary<Value> {
  return fc.oneof(
    { arbitrary: fc.constant(usual), weight: 4 * others.length },
    ...others.map((other) => ({ arbitrary: fc.constant(other), weight: 1 })),
  );
}

const arbitraryHost: fc.Arbitrary<FleetHost> = fc.record({
  vcpus: fc.constantFrom(4, 4, 6, 8),
  memory: fc.constantFrom(4, 6, 8),
  words: fc.constantFrom('', '', 'CUSTOM_A'),
  isNested: fc.constantFrom(false, false, true),
  state: rarely<FleetHost['state']>('up', 'down', 'disabled'),
  isInZone: fc.boolean(),
});

const arbitraryServer: fc.Arbitrary<FleetServerText> = fc.record({
  host: fc.nat(5),
  vcpus: fc.constantFrom(1, 1, 2, 3),
  memory: fc.constantFrom(1, 2, 3, 4),
  trait: rarely<FleetServerText['trait']>(null, 'required', 'forbidden'),
  state: rarely<VmState>('active', 'stopped', 'paused', 'suspended'),
  task: rarely<TaskState | null>(null, 'rebooting'),
  isPinned: rarely(false, true),
  group: rarely<number | null>(null, 0, 1),
});

/** Small clouds that are rather full; of which two in three can be emptied only in part. */
export const arbitraryFleet: fc.Arbitrary<FleetText> = fc.record({
  hosts: fc.array(arbitraryHost, { minLength: 3, maxLength: 5 }),
  servers: fc.array(arbitraryServer, { minLength: 3, maxLength: 12 }),
  policies: fc.constantFrom<readonly ServerGroupPolicy[]>(
    ['anti-affinity', 'affinity'],
    ['anti-affinity', 'soft-anti-affinity'],
    ['affinity', 'soft-affinity'],
  ),
});

export function hostName(index: number): string {
  return `cn${index}`;
}

/** Servers for which there is no room where they are to be are left out. */
export function fleetOf({ hosts, servers, policies }: FleetText): FleetCloud {
  const lines = hosts.flatMap(({ vcpus, memory, words, isNested }, index) => {
    const rest = `MEMORY_MB:${memory} DISK_GB:100 ${words}`;
    return isNested
      ? [`${hostName(index)} ${rest}`, `  numa${index} VCPU:${vcpus}`]
      : [`${hostName(index)} VCPU:${vcpus} ${rest}`];
  });
  const cloud = new FleetCloud(['traits: CUSTOM_A', ...lines].join('\n'));
  const left = hosts.map(({ vcpus, memory }) => ({ vcpus, memory }));
  const members = policies.map((): string[] => []);
  for (const [index, { host, vcpus, memory, trait, state, task, isPinned, group }] of servers.entries()) {
    const at = host % hosts.length;
    const room = left[at];
    if (!room || room.vcpus < vcpus || room.memory < memory) continue;
    room.vcpus -= vcpus;
    room.memory -= memory;
    const name = `vm${index}`;
    if (group !== null) members[group]?.push(name);
    const extraSpecs: Record<string, string> = trait === null ? {} : { 'trait:CUSTOM_A': trait };
    const cpus = hosts[at]?.isNested ? `numa${at}` : hostName(at);
    cloud.withServer(name, {
      host: hostName(at),
      flavor: { vcpus, memoryMb: memory, rootGb: 1, extraSpecs },
      holds: `${cpus}:VCPU=${vcpus} ${hostName(at)}:MEMORY_MB=${memory},DISK_GB=1`,
      vmState: state,
      taskState: task,
      pinnedZone: isPinned ? 'east' : null,
      groupId: group === null ? null : (`group${group}` as never),
    });
  }
  for (const [index, policy] of policies.entries())
    cloud.withGroup(`group${index}`, policy, members[index] ?? []);
  const east = hosts.flatMap(({ isInZone }, index) => (isInZone ? [hostName(index)] : []));
  cloud.withZone('east', east);
  for (const [index, { state }] of hosts.entries()) {
    if (state === 'down') cloud.withService(hostName(index), { isUp: false });
    if (state === 'disabled') cloud.withDisabled(hostName(index));
  }
  return cloud;
}
