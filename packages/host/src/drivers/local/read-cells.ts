import type { KernelFiles } from './kernel-files.ts';
import { readList } from './read-cpus.ts';
import { type HugePages, memoryIn, readHugePages } from './read-memory.ts';

/** A part of a machine with CPUs and memory that are near to each other. Some have only one of both. */
export interface Cell {
  readonly id: number;
  readonly cpus: ReadonlySet<number>;
  readonly memoryMb: number;
  readonly hugePages: readonly HugePages[];
}

const directory = '/sys/devices/system/node';

/** The NUMA cells of a machine, in the order of their numbers; none where the kernel does not know any. */
export function readCells(files: KernelFiles, online: ReadonlySet<number>): readonly Cell[] {
  return files
    .names(directory)
    .flatMap((name) => /^node(\d{1,5})$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((one, other) => one - other)
    .map((id) => readCell(files, id, online))
    .filter(({ cpus, memoryMb }) => cpus.size > 0 || memoryMb > 0);
}

function readCell(files: KernelFiles, id: number, online: ReadonlySet<number>): Cell {
  const cell = `${directory}/node${id}`;
  return {
    id,
    cpus: (readList(files, `${cell}/cpulist`) ?? new Set<number>()).intersection(online),
    memoryMb: memoryIn(files, `${cell}/meminfo`),
    hugePages: readHugePages(files, `${cell}/hugepages`),
  };
}
