import { cpuAllocation } from '@berth/extra-specs/flavor-and-image/cpu-allocation.ts';
import { emulatorThreadsPolicy } from '@berth/extra-specs/flavor-and-image/cpu-policies.ts';
import { unclear } from '@berth/extra-specs/flavor-and-image/server.ts';
import type { RequestDraft } from './request-draft.ts';
import type { Wishes } from './wishes.ts';

/** CPUs that are the server's alone are of another class, and so is the one for its emulator's threads. */
export function cpuPinning(wishes: Wishes, draft: RequestDraft): void {
  const { policy, threadPolicy, dedicated } = cpuAllocation(wishes);
  if (dedicated !== unclear && (policy === 'dedicated' || policy === 'mixed')) {
    const count = dedicated.reduce((sum, { first, last }) => sum + Number(last - first) + 1, 0);
    if (policy === 'mixed') draft.host.want('VCPU', wishes.flavor.vcpus - count);
    draft.host.want('PCPU', emulatorThreadsPolicy(wishes) === 'isolate' ? count + 1 : count);
  }
  if (threadPolicy === 'isolate') draft.host.forbid('HW_CPU_HYPERTHREADING');
  else if (threadPolicy === 'require') draft.host.require('HW_CPU_HYPERTHREADING');
}

/** Whether all CPUs are to be the server's alone; only then hosts that do not count those will do, if it comes to that. */
export function isPinned(wishes: Wishes): boolean {
  return cpuAllocation(wishes).policy === 'dedicated';
}
