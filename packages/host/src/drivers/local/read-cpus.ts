import { parseCpuList } from './cpu-list.ts';
import { armFeatureTraits, cpuFlagTraits } from './cpu-flag-traits.ts';
import type { KernelFiles } from './kernel-files.ts';

export interface Cpus {
  /** Those that are switched on, and that we may use. */
  readonly online: ReadonlySet<number>;
  /** How much of them a container may use at a time; null for all. */
  readonly limit: number | null;
  readonly traits: readonly string[];
}

/** Where a container finds its own limits. On a machine itself the root of all groups has none. */
const group = '/sys/fs/cgroup';

export function readCpus(files: KernelFiles): Cpus {
  const info = files.text('/proc/cpuinfo') ?? '';
  const online = readList(files, '/sys/devices/system/cpu/online') ?? processorsIn(info);
  const allowed = readList(files, `${group}/cpuset.cpus.effective`);
  const cpus = allowed === null || allowed.size === 0 ? online : online.intersection(allowed);
  const threads = hasThreads(files, cpus) ? ['HW_CPU_HYPERTHREADING'] : [];
  return { online: cpus, limit: readLimit(files), traits: [...traitsIn(info), ...threads] };
}

export function readList(files: KernelFiles, path: string): ReadonlySet<number> | null {
  const text = files.text(path);
  if (text === null) return null;
  const cpus = parseCpuList(text);
  if (cpus === null) files.warn(path, 'is no list of CPUs; it is left out');
  return cpus;
}

function processorsIn(info: string): ReadonlySet<number> {
  return new Set(Array.from(info.matchAll(/^processor\s*:\s*(\d{1,5})$/gm), ([, cpu]) => Number(cpu)));
}

/** In whole CPUs, at least one: '150000 100000' is one and a half. */
function readLimit(files: KernelFiles): number | null {
  const path = `${group}/cpu.max`;
  const text = files.text(path);
  if (text === null || text.startsWith('max')) return null;
  const [, quota, period] = /^(\d{1,15}) (\d{1,15})$/.exec(text) ?? [];
  if (Number(period) > 0) return Math.max(1, Math.floor(Number(quota) / Number(period)));
  files.warn(path, 'is no limit; it is left out');
  return null;
}

/** Those of flags that all CPUs have: a guest may be moved from one to the other. */
function traitsIn(info: string): readonly string[] {
  let common: ReadonlySet<string> | null = null;
  // Mostly the lines of all CPUs are the same.
  for (const line of new Set(info.match(/^(?:flags|Features)\s*:.*$/gm))) {
    const table = line.startsWith('flags') ? cpuFlagTraits : armFeatureTraits;
    const flags = line
      .slice(line.indexOf(':') + 1)
      .trim()
      .split(/\s+/);
    const traits = new Set(flags.flatMap((flag) => (Object.hasOwn(table, flag) ? (table[flag] ?? []) : [])));
    common = common === null ? traits : common.intersection(traits);
  }
  return [...(common ?? [])].sort();
}

function hasThreads(files: KernelFiles, cpus: ReadonlySet<number>): boolean {
  return cpus.values().some((cpu) => {
    const siblings = readList(files, `/sys/devices/system/cpu/cpu${cpu}/topology/thread_siblings_list`);
    return siblings !== null && siblings.intersection(cpus).size > 1;
  });
}
