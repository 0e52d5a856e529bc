import type { AllocationsByConsumer } from '@berth/client/placement/records.ts';
import type { Driver, Node } from '../../driver.ts';
import type { ProviderTree } from '../../provider-tree.ts';
import type { DriverSettings } from '../driver-module.ts';
import { readPinnedConsumers } from '../pinned-consumers.ts';
import { applyPicture } from '../reshape/apply-picture.ts';
import { machineRules } from '../reshape/machine-rules.ts';
import type { PictureRules } from '../reshape/picture.ts';
import { armFeatureTraits, cpuFlagTraits } from './cpu-flag-traits.ts';
import { type LocalOptions, readLocalOptions } from './local-options.ts';
import { type Machine, readMachine } from './machine.ts';
import { isLimited, machinePicture } from './machine-picture.ts';

/** The driver `local`: the machine it runs on, as the kernel's files tell. They are read anew for each pass. */
export class LocalDriver implements Driver {
  readonly #options: LocalOptions;
  readonly #node: Node;
  readonly #rules: PictureRules;
  readonly #warn: (text: string) => void;

  constructor(
    options: LocalOptions,
    uuid: string,
    isPinned: (consumer: string) => boolean,
    warn: (text: string) => void,
  ) {
    this.#options = options;
    this.#node = { uuid, name: options.name };
    this.#rules = machineRules({ isPinned, mayGo: mayBePulledOut, traits: ownTraits });
    this.#warn = onlyOnce(warn);
  }

  nodes(): Promise<readonly Node[]> {
    return Promise.resolve([this.#node]);
  }

  async updateProviderTree(
    tree: ProviderTree,
    nodename: string,
    allocations?: AllocationsByConsumer,
  ): Promise<void> {
    const machine = await readMachine({ ...this.#options, warn: this.#warn });
    this.#checkOptions(machine);
    const picture = machinePicture(machine, this.#options, nodename);
    applyPicture(tree, nodename, picture, this.#rules, allocations);
  }

  /** It runs no guests, so there is nothing that it can do with them. */
  capabilityTraits(): ReadonlyMap<string, boolean> {
    return new Map();
  }

  #checkOptions(machine: Machine): void {
    const { dedicatedCpus, hasCells } = this.#options;
    const missing = [...dedicatedCpus.difference(machine.cpus.online)];
    if (missing.length > 0)
      this.#warn(`the dedicated CPUs ${missing.join(', ')} are not online; they are left out`);
    if (!hasCells) return;
    if (isLimited(machine))
      this.#warn('this container has less than its machine, so NUMA cells are not shown');
    else if (machine.cells.length === 0) this.#warn('the kernel tells of no NUMA cells; none are shown');
  }
}

/** Reads its options and its record; see docs/hosts.md. */
export function createDriver({ options, stateDirectory, warn, tools }: DriverSettings): LocalDriver {
  const read = readLocalOptions(options);
  const pinned = readPinnedConsumers(stateDirectory);
  return new LocalDriver(read, tools.nodeUuid(), (consumer) => pinned.has(consumer), warn);
}

function mayBePulledOut(resourceClass: string): boolean {
  return resourceClass.startsWith('CUSTOM_PCI_') || resourceClass.startsWith('CUSTOM_HUGEPAGES_');
}

const ownTraits: ReadonlySet<string> = new Set([
  ...[cpuFlagTraits, armFeatureTraits].flatMap((table) =>
    Object.values(table).flatMap((traits) => traits ?? []),
  ),
  'HW_CPU_HYPERTHREADING',
  'HW_NUMA_ROOT',
  'COMPUTE_MANAGED_PCI_DEVICE',
]);

/** What is wrong with a machine stays wrong, and it is looked at each minute. */
function onlyOnce(warn: (text: string) => void): (text: string) => void {
  const told = new Set<string>();
  return (text) => {
    if (told.has(text)) return;
    told.add(text);
    warn(text);
  };
}
