import type { Inventories } from '@berth/client/placement/records.ts';
import { evenPart } from '../even-part.ts';
import { inventoryOf, withoutEmpty } from '../inventory-of.ts';
import type { Picture, WantedProvider } from '../reshape/picture.ts';
import type { LocalOptions } from './local-options.ts';
import type { Machine } from './machine.ts';
import type { HugePages } from './read-memory.ts';
import type { PciGroup } from './read-pci-devices.ts';

/** CPUs and memory that lie together: those of a cell, or of the whole machine. */
interface Part {
  readonly cpus: ReadonlySet<number>;
  readonly memoryMb: number;
  readonly hugePages: readonly HugePages[];
  readonly reservedCpus: number;
  readonly reservedMemoryMb: number;
}

/** How a machine is shown in Placement. PCI devices are below the root, as Nova has them, and not below the cell they are near to. */
export function machinePicture(machine: Machine, options: LocalOptions, name: string): Picture {
  const showsCells = options.hasCells && machine.cells.length > 0 && !isLimited(machine);
  const disk = diskInventory(machine.diskGb, options);
  const root: WantedProvider = {
    name,
    parent: null,
    inventories: showsCells
      ? disk
      : { ...partInventories(wholeMachine(machine, options), machine, options), ...disk },
    traits: machine.cpus.traits,
  };
  const cells = showsCells ? machine.cells : [];
  return [
    root,
    ...cells.map(({ id, ...cell }, index): WantedProvider => {
      const part = {
        ...cell,
        reservedCpus: evenPart(options.reservedCpus, index, cells.length),
        reservedMemoryMb: evenPart(options.reservedMemoryMb, index, cells.length),
      };
      const inventories = partInventories(part, machine, options);
      return { name: `${name}_numa${id}`, parent: name, inventories, traits: ['HW_NUMA_ROOT'] };
    }),
    ...machine.pci.map((group) => pciProvider(group, name)),
  ];
}

/** A container may use some of the whole, and nobody says of which cell. */
export function isLimited({ cpus, memory }: Machine): boolean {
  return memory.isLimited || (cpus.limit !== null && cpus.limit < cpus.online.size);
}

function wholeMachine({ cpus, memory }: Machine, { reservedCpus, reservedMemoryMb }: LocalOptions): Part {
  const { totalMb, hugePages } = memory;
  return { cpus: cpus.online, memoryMb: totalMb, hugePages, reservedCpus, reservedMemoryMb };
}

function partInventories(part: Part, { cpus }: Machine, options: LocalOptions): Inventories {
  const dedicated = part.cpus.intersection(options.dedicatedCpus).size;
  const shared = Math.min(part.cpus.size - dedicated, cpus.limit ?? part.cpus.size);
  return withoutEmpty({
    VCPU: inventoryOf(shared, { reserved: Math.min(part.reservedCpus, shared), ratio: options.cpuRatio }),
    PCPU: inventoryOf(dedicated),
    MEMORY_MB: inventoryOf(part.memoryMb, {
      reserved: Math.min(part.reservedMemoryMb, part.memoryMb),
      ratio: options.memoryRatio,
    }),
    // Pages are counted beside the memory they are part of: whoever asks for them asks for memory, too.
    ...Object.fromEntries(
      part.hugePages.map(({ sizeKb, count }) => [`CUSTOM_HUGEPAGES_${sizeKb}KB`, inventoryOf(count)]),
    ),
  });
}

function diskInventory(diskGb: number | null, { reservedDiskGb, diskRatio }: LocalOptions): Inventories {
  const total = diskGb ?? 0;
  return withoutEmpty({
    DISK_GB: inventoryOf(total, { reserved: Math.min(reservedDiskGb, total), ratio: diskRatio }),
  });
}

function pciProvider({ address, resourceClass, count }: PciGroup, name: string): WantedProvider {
  return {
    name: `${name}_${address}`,
    parent: name,
    inventories: { [resourceClass]: inventoryOf(count) },
    traits: ['COMPUTE_MANAGED_PCI_DEVICE'],
  };
}
