import { dedicatedCpus, realtimeCpus } from '@berth/extra-specs/flavor-and-image/cpu-masks.ts';
import {
  cpuPolicy,
  cpuThreadPolicy,
  emulatorThreadsPolicy,
} from '@berth/extra-specs/flavor-and-image/cpu-policies.ts';
import { type CpuSet, firstCpus } from '@berth/extra-specs/flavor-and-image/cpu-set.ts';
import type { RequestDraft } from './request-draft.ts';
import type { Wishes } from './wishes.ts';

/** CPUs that are the server's alone are of another class, and so is the one for its emulator's threads. */
export function cpuPinning(wishes: Wishes, draft: RequestDraft): void {
  const pinned = pinnedCpus(wishes);
  if (pinned !== null) {
    const count = pinned.reduce((sum, { first, last }) => sum + Number(last - first) + 1, 0);
    if (!isPinned(wishes)) draft.host.want('VCPU', wishes.flavor.vcpus - count);
    draft.host.want('PCPU', emulatorThreadsPolicy(wishes) === 'isolate' ? count + 1 : count);
  }
  const threadPolicy = cpuThreadPolicy(wishes);
  if (threadPolicy === 'isolate') draft.host.forbid('HW_CPU_HYPERTHREADING');
  else if (threadPolicy === 'require') draft.host.require('HW_CPU_HYPERTHREADING');
}

/** Whether all CPUs are to be the server's alone; only then hosts that do not count those will do, if it comes to that. */
export function isPinned(wishes: Wishes): boolean {
  return cpuPolicy(wishes) === 'dedicated';
}

/** Null: none of them, as far as policies are concerned. */
function pinnedCpus(wishes: Wishes): CpuSet | null {
  if (isPinned(wishes)) return firstCpus(wishes.flavor.vcpus);
  if (cpuPolicy(wishes) !== 'mixed') return null;
  const cpus = dedicatedCpus(wishes) ?? realtimeCpus(wishes);
  return typeof cpus === 'symbol' ? null : cpus;
}
