import type { ExtraSpec, Namespace } from '../definition.ts';

/** What VMware shares out among servers. */
interface SharedResource {
  readonly key: string;
  readonly what: string;
  readonly unit: string;
}

const sharedResources: readonly SharedResource[] = [
  { key: 'cpu', what: 'CPU capacity', unit: 'MHz' },
  { key: 'memory', what: 'memory', unit: 'MB' },
  { key: 'disk_io', what: 'disk throughput', unit: 'I/O operations per second' },
  { key: 'vif', what: 'network bandwidth', unit: 'Mbit/s' },
];

function sharesOf({ key, what, unit }: SharedResource): readonly ExtraSpec[] {
  const drivers = ['vmware'];
  const level = `quota:${key}_shares_level`;
  return [
    {
      name: `${key}_limit`,
      value: { type: 'integer', min: 0, description: `A number of ${unit}.` },
      description:
        `The most ${what} that the server gets, in ${unit}, even where the host has more to spare; for ` +
        'servers that shall be equally fast at all times. `0`, or without it: no limit.',
      drivers,
    },
    {
      name: `${key}_reservation`,
      value: { type: 'integer', description: `A number of ${unit}.` },
      description:
        `How much ${what} the server is sure to get, in ${unit}, however busy the host is. ` +
        'Nothing, unless set.',
      drivers,
    },
    {
      name: `${key}_shares_level`,
      value: { type: 'string', enum: ['custom', 'high', 'normal', 'low'], description: 'A weight.' },
      description:
        `How much weight the server has when servers on the host compete for ${what}: ` +
        '`high`, `normal` and `low` are as 4 to 2 to 1, and `custom` takes the number from ' +
        `\`quota:${key}_shares_share\`. \`normal\`, unless set.`,
      drivers,
    },
    {
      name: `${key}_shares_share`,
      value: { type: 'integer', min: 0, description: 'A number of shares, which has no unit.' },
      description:
        `The weight of the server when servers on the host compete for ${what}, as a number of shares: ` +
        `one with 2000 gets twice as much as one with 1000. It counts only where \`${level}\` is \`custom\`.`,
      drivers,
      needs: [{ key: level, values: ['custom'] }],
    },
  ];
}

const libvirt: readonly string[] = ['libvirt'];

const cpuTuning: readonly ExtraSpec[] = [
  {
    name: 'cpu_shares',
    value: { type: 'integer', min: 0, description: 'A weight, which has no unit.' },
    description:
      'The weight of the guest when guests on a host compete for CPU time: one with `2048` gets twice as ' +
      'much as one with `1024`. It limits nothing while CPUs are idle. Without it the host chooses. ' +
      'Hosts with version 2 of cgroups accept up to 10000.',
    drivers: libvirt,
  },
  {
    name: 'cpu_period',
    value: { type: 'integer', min: 0, description: 'A time in microseconds, from 1000 to 1000000, or 0.' },
    description:
      'The interval for which `quota:cpu_quota` is meant, in microseconds: from `1000` (a millisecond) ' +
      'to `1000000` (a second). A short one spreads the time evenly, a long one allows bursts. `0`, or ' +
      'without it: what the host has by default.',
    drivers: libvirt,
    needs: [{ key: 'quota:cpu_quota' }],
  },
  {
    name: 'cpu_quota',
    value: { type: 'integer', description: 'A time in microseconds, at least 1000, or a negative number.' },
    description:
      'How long each CPU of the guest can run in every `quota:cpu_period`, in microseconds: `50000` in a ' +
      'period of `100000` is half a host CPU. At least `1000`. A negative number, or without it: no ' +
      'limit.',
    drivers: libvirt,
  },
];

const diskDirections = [
  { key: 'read', what: 'reads', rule: '' },
  { key: 'write', what: 'writes', rule: '' },
  {
    key: 'total',
    what: 'reads and writes together',
    rule: 'It cannot be combined with a limit on either alone. ',
  },
] as const;

const diskUnits = [
  { key: 'bytes', unit: 'bytes', example: '`10485760` is 10 MiB/s' },
  { key: 'iops', unit: 'I/O operations', example: '`500` is what a few hard disks can do' },
] as const;

const diskThrottles: readonly ExtraSpec[] = diskDirections.flatMap(({ key: direction, what, rule }) =>
  diskUnits.map(
    ({ key, unit, example }): ExtraSpec => ({
      name: `disk_${direction}_${key}_sec`,
      value: { type: 'integer', min: 0, description: `A number of ${unit} per second.` },
      description:
        `The most that the guest ${what} on each of its local disks, in ${unit} per second: ${example}. ` +
        `${rule}\`0\`, or without it: no limit. Volumes have limits of their own, in Cinder.`,
      drivers: libvirt,
    }),
  ),
);

const vifDirections = [
  { key: 'inbound', what: 'receives' },
  { key: 'outbound', what: 'sends' },
] as const;

const vifThrottles: readonly ExtraSpec[] = vifDirections.flatMap(({ key, what }): ExtraSpec[] => {
  const needs = [{ key: `quota:vif_${key}_average` }];
  return [
    {
      name: `vif_${key}_average`,
      value: { type: 'integer', min: 0, description: 'A rate in kilobytes per second.' },
      description:
        `How much each network interface of the guest ${what} on average, at most, in kilobytes per ` +
        'second: `32768` is about 262 Mbit/s. Without it: no limit. It works on tap devices alone, not on ' +
        'SR-IOV; the QoS policies of Neutron do more.',
      drivers: libvirt,
    },
    {
      name: `vif_${key}_peak`,
      value: { type: 'integer', min: 0, description: 'A rate in kilobytes per second.' },
      description:
        `How fast each network interface of the guest ${what} at most while it is allowed a burst, in ` +
        'kilobytes per second. It is optional beside the average.',
      drivers: libvirt,
      needs,
    },
    {
      name: `vif_${key}_burst`,
      value: { type: 'integer', min: 0, description: 'An amount in kilobytes.' },
      description:
        `How much each network interface of the guest ${what} in one burst above the average, in ` +
        'kilobytes. It is optional beside the average.',
      drivers: libvirt,
      needs,
    },
  ];
});

export const quota: Namespace = {
  name: 'quota',
  description:
    'How much of the resources of its host a server can use, enforced by the hypervisor. The drivers for ' +
    'libvirt and for VMware have different ones. They are not the quotas of projects, and Nova itself ' +
    'calls them little tested: where volumes (Cinder) and ports (Neutron) have QoS policies, prefer ' +
    'those.',
  specs: [...sharedResources.flatMap(sharesOf), ...cpuTuning, ...diskThrottles, ...vifThrottles],
};
