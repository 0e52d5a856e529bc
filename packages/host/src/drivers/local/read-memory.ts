import type { KernelFiles } from './kernel-files.ts';

export interface Memory {
  readonly totalMb: number;
  /** Whether a container has less than the machine. */
  readonly isLimited: boolean;
  readonly hugePages: readonly HugePages[];
}

export interface HugePages {
  readonly sizeKb: number;
  readonly count: number;
}

export function readMemory(files: KernelFiles): Memory {
  const machineMb = memoryIn(files, '/proc/meminfo');
  const limit = files.text('/sys/fs/cgroup/memory.max');
  const limitMb =
    limit !== null && /^\d{1,20}$/.test(limit) ? Math.floor(Number(limit) / 1024 ** 2) : machineMb;
  return {
    totalMb: Math.min(machineMb, limitMb),
    isLimited: limitMb < machineMb,
    hugePages: readHugePages(files, '/sys/kernel/mm/hugepages'),
  };
}

/** What a file like /proc/meminfo, or that of a cell, has as its total. */
export function memoryIn(files: KernelFiles, path: string): number {
  const text = files.text(path);
  if (text === null) return 0;
  const [, kilobytes] = /^(?:Node \d+ )?MemTotal:\s*(\d{1,15}) kB$/m.exec(text) ?? [];
  if (kilobytes === undefined) files.warn(path, 'does not tell how much memory there is');
  return Math.floor(Number(kilobytes ?? 0) / 1024);
}

/** Of each size of which there are any. */
export function readHugePages(files: KernelFiles, directory: string): readonly HugePages[] {
  return files.names(directory).flatMap((name) => {
    const [, size] = /^hugepages-(\d{1,9})kB$/.exec(name) ?? [];
    const count = size === undefined ? null : files.number(`${directory}/${name}/nr_hugepages`);
    return count === null || count === 0 ? [] : [{ sizeKb: Number(size), count }];
  });
}
