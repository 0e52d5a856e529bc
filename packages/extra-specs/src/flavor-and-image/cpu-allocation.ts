import { dedicatedCpus, realtimeCpus } from './cpu-masks.ts';
import {
  type CpuPolicy,
  type CpuThreadPolicy,
  cpuPolicy,
  cpuThreadPolicy,
  emulatorThreadsPolicy,
} from './cpu-policies.ts';
import { policyWithResources, threadPolicyWithTrait } from './cpu-resources.ts';
import { type CpuSet, firstCpus, noCpus } from './cpu-set.ts';
import type { Refusal } from './image-rule.ts';
import { extraSpec, imageText, once, refuse, type Server, type Unclear, unclear } from './server.ts';

/** What the flavor and the image want of the host's CPUs. */
export interface CpuAllocation {
  readonly policy: CpuPolicy | null | Unclear;
  readonly threadPolicy: CpuThreadPolicy | null | Unclear;
  /** Those of the server's CPUs that have a host CPU for themselves. */
  readonly dedicated: CpuSet | Unclear;
}

/** There are two ways to ask for CPUs and threads: policies, or resource classes and traits. They exclude each other. */
export const cpuAllocation = once((server: Server): CpuAllocation => {
  const requestedPolicy = cpuPolicy(server);
  const requestedThreadPolicy = cpuThreadPolicy(server);
  realtimeCpus(server);
  dedicatedCpus(server);
  emulatorThreadsPolicy(server);
  const policy = policyWithResources(server, requestedPolicy);
  const threadPolicy = threadPolicyWithTrait(server, requestedThreadPolicy);
  for (const { rule, key, text } of notPermitted(server, policy, threadPolicy)) {
    const ofImage = imageText(server, key);
    refuse(server, {
      rule,
      key,
      value: extraSpec(server, key) ?? (ofImage === unclear ? null : ofImage),
      text,
    });
  }
  return { policy, threadPolicy, dedicated: dedicatedOf(server, policy) };
});

interface NotPermitted {
  readonly isThere: boolean;
  readonly rule: Refusal;
  readonly key: string;
  readonly text: string;
}

/** What only makes sense with another policy: where CPUs are dedicated, or where some of them are. */
function notPermitted(
  server: Server,
  policy: CpuPolicy | null | Unclear,
  threadPolicy: CpuThreadPolicy | null | Unclear,
): readonly NotPermitted[] {
  const dedicated = dedicatedCpus(server);
  const realtime = realtimeCpus(server);
  const isShared = policy === null || policy === 'shared';
  const rows: readonly NotPermitted[] = [
    {
      isThere: isShared && isSaid(threadPolicy),
      rule: 'cpu-thread-policy-configuration-invalid',
      key: threadPolicyKey(server),
      text: 'Cannot set cpu thread pinning policy in a non dedicated cpu pinning policy',
    },
    {
      isThere: isShared && emulatorThreadsPolicy(server) === 'isolate',
      rule: 'bad-requirement-emulator-threads-policy',
      key: 'hw:emulator_threads_policy',
      text: 'An isolated CPU emulator threads option requires a dedicated CPU policy option.',
    },
    {
      isThere: (isShared || policy === 'dedicated') && isSaid(dedicated),
      rule: 'required-mixed-instance-policy',
      key: 'hw:cpu_dedicated_mask',
      text: "Cannot specify 'hw:cpu_dedicated_mask' without the 'mixed' policy.",
    },
    {
      isThere: isShared && isSaid(realtime),
      rule: 'realtime-configuration-invalid',
      key: 'hw:cpu_realtime',
      text: 'Cannot set realtime policy in a non dedicated cpu pinning policy',
    },
    {
      isThere:
        policy === 'mixed' &&
        dedicated !== unclear &&
        realtime !== unclear &&
        isSaid(dedicated) === isSaid(realtime),
      rule: 'required-mixed-or-realtime-cpu-mask',
      key: 'hw:cpu_dedicated_mask',
      text:
        "Dedicated CPU set can be specified from either 'hw:cpu_dedicated_mask' or 'hw:cpu_realtime_mask' when using " +
        "'mixed' CPU policy. 'hw:cpu_dedicated_mask' and 'hw:cpu_realtime_mask' can not be specified at the same " +
        'time, or be specified with none of them.',
    },
  ];
  return rows.filter(({ isThere }) => isThere);
}

/** Who has said it: the flavor, the image, or a trait. */
function threadPolicyKey(server: Server): string {
  if (extraSpec(server, 'hw:cpu_thread_policy')) return 'hw:cpu_thread_policy';
  return server.reading.values.has('hw_cpu_thread_policy')
    ? 'hw_cpu_thread_policy'
    : 'trait:HW_CPU_HYPERTHREADING';
}

function isSaid(value: unknown): boolean {
  return value !== null && value !== unclear;
}

function dedicatedOf(server: Server, policy: CpuPolicy | null | Unclear): CpuSet | Unclear {
  if (policy === unclear) return unclear;
  if (policy === 'dedicated') return firstCpus(server.flavor.vcpus);
  return (policy === 'mixed' ? (dedicatedCpus(server) ?? realtimeCpus(server)) : noCpus) ?? noCpus;
}
