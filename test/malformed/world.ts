import { Prng } from '@berth/testing/prng.ts';

/** The small world that the requests are about. Its ids come from the seed, so that a request can be made again. */
export interface World {
  readonly providers: readonly SeededProvider[];
  readonly consumers: readonly SeededConsumer[];
  /** Ids that nobody has. */
  readonly spares: readonly string[];
  readonly aggregates: readonly string[];
  /** Of its providers, as they were when last looked at: the one thing that is not the same for the same seed. */
  readonly generations: Map<string, number>;
}

export interface SeededProvider {
  readonly uuid: string;
  readonly name: string;
  readonly parent: string | null;
  readonly inventories: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly traits: readonly string[];
  readonly aggregates: readonly string[];
}

export interface SeededConsumer {
  readonly uuid: string;
  readonly project: string;
  readonly user: string;
  readonly type: string;
  readonly resources: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export const customClass = 'CUSTOM_BERTH';
export const customTrait = 'CUSTOM_BERTHED';
export const projects = ['project-a', 'project-b'];

export function seededWorld(seed: string): World {
  const prng = new Prng(`${seed}/world`);
  const [host, left, right, plain, storage] = [
    prng.uuid(),
    prng.uuid(),
    prng.uuid(),
    prng.uuid(),
    prng.uuid(),
  ];
  const [shared, other] = [prng.uuid(), prng.uuid()];
  const node = { VCPU: { total: 8 }, PCPU: { total: 4, allocation_ratio: 1.5 } };
  return {
    providers: [
      provider(host, 'host', null, { MEMORY_MB: { total: 32_768, reserved: 512 } }, [customTrait], [shared]),
      provider(left, 'numa-0', host, node, ['HW_NUMA_ROOT'], []),
      provider(right, 'numa-1', host, node, ['HW_NUMA_ROOT', 'HW_CPU_X86_VMX'], [other]),
      provider(
        plain,
        'plain',
        null,
        { VCPU: { total: 16, allocation_ratio: 4, max_unit: 8 }, [customClass]: { total: 3, step_size: 1 } },
        [],
        [shared, other],
      ),
      provider(
        storage,
        'storage',
        null,
        { DISK_GB: { total: 2_000, min_unit: 5, step_size: 5 } },
        ['MISC_SHARES_VIA_AGGREGATE'],
        [shared],
      ),
    ],
    consumers: [
      consumer(prng.uuid(), 'project-a', 'INSTANCE', {
        [host]: { MEMORY_MB: 1_024 },
        [left]: { VCPU: 2 },
        [storage]: { DISK_GB: 10 },
      }),
      consumer(prng.uuid(), 'project-a', 'MIGRATION', { [plain]: { VCPU: 4, [customClass]: 1 } }),
      consumer(prng.uuid(), 'project-b', 'INSTANCE', { [right]: { VCPU: 1, PCPU: 3 } }),
    ],
    spares: [prng.uuid(), prng.uuid()],
    aggregates: [shared, other, prng.uuid()],
    generations: new Map(),
  };
}

function provider(
  uuid: string,
  name: string,
  parent: string | null,
  inventories: SeededProvider['inventories'],
  traits: readonly string[],
  aggregates: readonly string[],
): SeededProvider {
  return { uuid, name, parent, inventories, traits, aggregates };
}

function consumer(
  uuid: string,
  project: string,
  type: string,
  resources: SeededConsumer['resources'],
): SeededConsumer {
  return { uuid, project, user: 'user-a', type, resources };
}
