import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { KernelFiles } from './kernel-files.ts';
import type { PciFilter } from './pci-filter.ts';
import { type Cell, readCells } from './read-cells.ts';
import { type Cpus, readCpus } from './read-cpus.ts';
import { type Memory, readMemory } from './read-memory.ts';
import { type PciGroup, readPciDevices } from './read-pci-devices.ts';

/** What a machine has, as its kernel tells. */
export interface Machine {
  readonly cpus: Cpus;
  readonly memory: Memory;
  readonly cells: readonly Cell[];
  readonly pci: readonly PciGroup[];
  /** Of the file system that a directory is in; null where none was asked for, or it cannot be found out. */
  readonly diskGb: number | null;
}

export interface MachineQuestion {
  /** Where the kernel's files are: '/', but for machines that were recorded. */
  readonly root: string;
  readonly pciFilters: readonly PciFilter[];
  readonly diskDirectory: string | null;
  readonly warn: (text: string) => void;
}

export async function readMachine({
  root,
  pciFilters,
  diskDirectory,
  warn,
}: MachineQuestion): Promise<Machine> {
  const files = new KernelFiles(root, warn);
  const cpus = readCpus(files);
  if (cpus.online.size === 0) warn('/sys/devices/system/cpu/online: tells of no CPU; none is reported');
  return {
    cpus,
    memory: readMemory(files),
    cells: readCells(files, cpus.online),
    pci: readPciDevices(files, pciFilters),
    diskGb: diskDirectory === null ? null : await diskOf(join(root, diskDirectory), warn),
  };
}

async function diskOf(directory: string, warn: (text: string) => void): Promise<number | null> {
  try {
    const { blocks, bsize } = await statfs(directory);
    return Math.floor((blocks * bsize) / 1024 ** 3);
  } catch (error) {
    warn(`${directory}: its file system cannot be asked for its size: ${(error as Error).message}`);
    return null;
  }
}
