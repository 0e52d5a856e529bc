import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** What processes use, as Linux tells it. Elsewhere everything here is unknown: null. */
const hasProc = existsSync('/proc/self/stat');
const ticksPerSecond = 100;

/** CPU time of these processes and all below them. */
export function cpuMs(roots: readonly number[]): number | null {
  if (!hasProc) return null;
  const family = familyOf(roots);
  return sum(family.map((pid) => ticksOf(pid, false))) * (1000 / ticksPerSecond);
}

/** Memory they hold; pages they share are counted for each. */
export function residentMb(roots: readonly number[]): number | null {
  return hasProc ? sum(familyOf(roots).map((pid) => statusMb(pid, 'VmRSS'))) : null;
}

/** The most memory they held since `forgetPeak`. */
export function peakMb(roots: readonly number[]): number | null {
  return hasProc ? sum(familyOf(roots).map((pid) => statusMb(pid, 'VmHWM'))) : null;
}

export function forgetPeak(roots: readonly number[]): void {
  if (!hasProc) return;
  for (const pid of familyOf(roots)) {
    try {
      writeFileSync(`/proc/${pid}/clear_refs`, '5');
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
}

/**
 * CPU time on the whole machine that is neither ours, nor our finished children's, nor these processes': what would
 * disturb a measurement.
 */
export function othersCpuMs(roots: readonly number[]): number | null {
  if (!hasProc) return null;
  const fields = (readFileSync('/proc/stat', 'utf8').split('\n')[0] as string)
    .trim()
    .split(/\s+/)
    .slice(1, 9);
  const [user, nice, system, , , irq, softirq, steal] = fields.map(Number);
  const busy = sum([user, nice, system, irq, softirq, steal].map((ticks) => ticks ?? 0));
  const ours = ticksOf(process.pid, true) + sum(familyOf(roots).map((pid) => ticksOf(pid, false)));
  return (busy - ours) * (1000 / ticksPerSecond);
}

export const cores = availableParallelism();

export function familyOf(roots: readonly number[]): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = Number(statOf(Number(name))?.[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const family: number[] = [];
  const visit = (pid: number) => {
    family.push(pid);
    for (const child of children.get(pid) ?? []) visit(child);
  };
  for (const root of roots) visit(root);
  return family;
}

/** The fields of /proc/PID/stat after the command, which may itself have blanks; undefined if it has ended. */
function statOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

function ticksOf(pid: number, withFinishedChildren: boolean): number {
  const stat = statOf(pid);
  if (!stat) return 0;
  return sum(stat.slice(11, withFinishedChildren ? 15 : 13).map(Number));
}

function statusMb(pid: number, field: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) / 1024;
  } catch (error) {
    if (isGone(error)) return 0;
    throw error;
  }
}

function isGone(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ESRCH';
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
