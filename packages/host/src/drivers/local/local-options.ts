import { hostname } from 'node:os';
import { DriverOptions, type OptionValues } from '../driver-options.ts';
import { parseCpuList } from './cpu-list.ts';
import { parsePciFilter, type PciFilter } from './pci-filter.ts';

/** How the machine at hand is shown. */
export interface LocalOptions {
  readonly name: string;
  /** Where the kernel's files are. */
  readonly root: string;
  /** Whether CPUs and memory are on a child for each NUMA cell. */
  readonly hasCells: boolean;
  /** The CPUs that are handed out as PCPU, each to one consumer. All others are VCPU. */
  readonly dedicatedCpus: ReadonlySet<number>;
  readonly reservedCpus: number;
  readonly reservedMemoryMb: number;
  readonly reservedDiskGb: number;
  readonly cpuRatio: number;
  readonly memoryRatio: number;
  readonly diskRatio: number;
  readonly diskDirectory: string | null;
  readonly pciFilters: readonly PciFilter[];
}

const amounts = { min: 0, max: 2 ** 30 };

/** What the options of the driver `local` say; docs/hosts.md has a table of them. */
export function readLocalOptions(values: OptionValues): LocalOptions {
  const options = new DriverOptions(values);
  const read: LocalOptions = {
    name: options.text('name', hostname()),
    root: options.text('root', '/'),
    hasCells: options.flag('numa', false),
    dedicatedCpus: cpuSet(options, 'dedicated-cpus'),
    reservedCpus: options.wholeNumber('reserved-cpus', 0, amounts),
    reservedMemoryMb: options.wholeNumber('reserved-memory-mb', 512, amounts),
    reservedDiskGb: options.wholeNumber('reserved-disk-gb', 0, amounts),
    cpuRatio: options.ratio('cpu-ratio', 4),
    memoryRatio: options.ratio('memory-ratio', 1),
    diskRatio: options.ratio('disk-ratio', 1),
    diskDirectory: options.text('disk-directory', null),
    pciFilters: options.list('pci').map((text) => {
      const filter = parsePciFilter(text);
      if (filter !== null) return filter;
      throw options.error('pci', `has '${text}', which is no filter such as '8086:154c' or '@0000:81:*'`);
    }),
  };
  options.end();
  return read;
}

function cpuSet(options: DriverOptions, name: string): ReadonlySet<number> {
  const items = options.list(name).map((item) => parseCpuList(item));
  if (items.includes(null)) throw options.error(name, `is a list of CPUs, such as '2-7,10'`);
  return new Set(items.flatMap((cpus) => [...(cpus ?? [])]));
}
