import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Resources } from '@berth/client/placement/records.ts';
import type { Driver, Node } from '@berth/host/driver.ts';
import type { OptionValues } from '@berth/host/drivers/driver-options.ts';
import { loadDriver } from '@berth/host/drivers/load-driver.ts';
import type { Prng } from '@berth/testing/prng.ts';

export type ReshapeShape = 'gpu' | 'dedicated';

/** A host that has one shape now, and another one after it has started again. Its consumers fit both, with little room to spare. */
export interface CampaignHost {
  readonly shape: ReshapeShape;
  readonly node: Node;
  readonly stateDirectory: string;
  readonly before: OptionValues;
  readonly after: OptionValues;
  /** What each consumer is to hold before, by its uuid. */
  readonly consumers: ReadonlyMap<string, Readonly<Resources>>;
  readonly pinned: ReadonlySet<string>;
  /** What others claim on it. */
  readonly othersWant: Readonly<Resources>;
}

/** Others hold no more than this, all together: there is always room for it. */
export const othersMax = 24;

const cpuRatio = 4;

export function drawHost(
  prng: Prng,
  shape: ReshapeShape,
  consumerCount: number,
  directory: string,
): CampaignHost {
  const uuid = prng.uuid();
  const node = { uuid, name: `host-${uuid}` };
  const consumers = new Map<string, Resources>();
  const pinned = new Set<string>();
  for (let count = 0; count < consumerCount; count += 1) {
    const consumer = prng.uuid();
    const VGPU = shape === 'gpu' ? prng.pick([0, 1, 1, 1, 2]) : 0;
    consumers.set(consumer, {
      VCPU: prng.between(1, 2),
      MEMORY_MB: 64,
      DISK_GB: 1,
      ...(VGPU > 0 ? { VGPU } : {}),
    });
    if (shape === 'dedicated' && prng.chance(0.4)) pinned.add(consumer);
  }

  const cpusOf = (isPinned: boolean) => sumOf(consumers, 'VCPU', (each) => pinned.has(each) === isPinned);
  const dedicated = Math.max(1, cpusOf(true));
  const shared = Math.ceil((cpusOf(false) + othersMax) / cpuRatio);
  const gpus = prng.between(2, 6);
  const options = {
    name: node.name,
    vcpus: shape === 'dedicated' ? dedicated + shared : shared,
    'cpu-ratio': cpuRatio,
    'memory-mb': 64 * (consumerCount + othersMax),
    'disk-gb': consumerCount + othersMax,
    ...(shape === 'dedicated'
      ? { 'dedicated-cpus': dedicated }
      : {
          gpus,
          'vgpus-per-gpu': Math.ceil((sumOf(consumers, 'VGPU') + othersMax) / gpus),
        }),
  };
  const stateDirectory = join(directory, uuid);
  mkdirSync(stateDirectory, { recursive: true });
  writeFileSync(join(stateDirectory, 'compute_id'), `${uuid}\n`);
  writeFileSync(join(stateDirectory, 'pinned-consumers'), [...pinned, ''].join('\n'));
  return {
    shape,
    node,
    stateDirectory,
    before: { ...options, shape: `${shape}-v1` },
    after: { ...options, shape: `${shape}-v2` },
    consumers,
    pinned,
    othersWant: { VCPU: 1, MEMORY_MB: 64, DISK_GB: 1, ...(shape === 'gpu' ? { VGPU: 1 } : {}) },
  };
}

/** As `berth host run` loads it. */
export function driverFor(stateDirectory: string, options: OptionValues): Promise<Driver> {
  return loadDriver('fake', { directory: stateDirectory, stateDirectory, options, warn: () => {} });
}

function sumOf(
  consumers: ReadonlyMap<string, Readonly<Resources>>,
  resourceClass: string,
  counts: (consumer: string) => boolean = () => true,
): number {
  let sum = 0;
  for (const [consumer, resources] of consumers) if (counts(consumer)) sum += resources[resourceClass] ?? 0;
  return sum;
}
