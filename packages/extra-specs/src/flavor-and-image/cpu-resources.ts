import { pythonInteger } from '../python/python-integer.ts';
import { type CpuPolicy, type CpuThreadPolicy, emulatorThreadsPolicy } from './cpu-policies.ts';
import { extraSpec, refuse, type Server, type Unclear, unclear } from './server.ts';

/** The CPU policy, with what resource classes say: dedicated CPUs are PCPU, shared ones are VCPU. */
export function policyWithResources(
  server: Server,
  policy: CpuPolicy | null | Unclear,
): CpuPolicy | null | Unclear {
  const shared = requested(server, 'VCPU');
  const dedicated = requested(server, 'PCPU');
  const emulator = emulatorThreadsPolicy(server);
  const vcpus = BigInt(server.flavor.vcpus);
  const faults = [
    {
      isThere: policy !== null && policy !== unclear && (shared.amount !== 0n || dedicated.amount !== 0n),
      key: dedicated.amount === 0n ? shared.key : dedicated.key,
      text:
        "It is not possible to use the 'resources:VCPU' or 'resources:PCPU' extra specs in combination with the " +
        "'hw:cpu_policy' extra spec or 'hw_cpu_policy' image metadata property; use one or the other",
    },
    {
      isThere: shared.amount !== 0n && dedicated.amount !== 0n,
      key: dedicated.key,
      text: "It is not possible to specify both 'resources:VCPU' and 'resources:PCPU' extra specs; use one or the other",
    },
    {
      isThere: dedicated.amount !== 0n && emulator === 'isolate' && dedicated.amount !== vcpus + 1n,
      key: dedicated.key,
      text:
        "You have requested 'hw:emulator_threads_policy=isolate' but have not requested sufficient PCPUs to handle " +
        'this policy; you must allocate exactly flavor.vcpus + 1 PCPUs.',
    },
    {
      isThere:
        dedicated.amount !== 0n &&
        emulator !== 'isolate' &&
        emulator !== unclear &&
        dedicated.amount !== vcpus,
      key: dedicated.key,
      text:
        "There is a mismatch between the number of PCPUs requested via 'resourcesNN:PCPU' and the flavor); " +
        'you must allocate exactly flavor.vcpus PCPUs',
    },
  ].filter(({ isThere }) => isThere);
  for (const { key, text } of faults) {
    refuse(server, { rule: 'invalid-request', key, value: extraSpec(server, key), text });
  }
  if (faults.length > 0 || policy === unclear) return unclear;
  if (shared.amount !== 0n) return 'shared';
  return dedicated.amount === 0n ? policy : 'dedicated';
}

/** The thread policy, with what the trait says: a host whose CPUs have siblings, or one whose CPUs have none. */
export function threadPolicyWithTrait(
  server: Server,
  policy: CpuThreadPolicy | null | Unclear,
): CpuThreadPolicy | null | Unclear {
  const trait = 'HW_CPU_HYPERTHREADING';
  const [key = null] = keysOf(server, 'trait', trait);
  const ofImage = server.reading.requiredTraits.has(trait) ? 'required' : null;
  const wanted = key === null ? ofImage : extraSpec(server, key);
  if (wanted === null || wanted === '') return policy;
  if (policy !== null && policy !== unclear) {
    return refuse(server, {
      rule: 'invalid-request',
      key: key ?? `trait:${trait}`,
      value: wanted,
      text:
        "It is not possible to use the 'trait:HW_CPU_HYPERTHREADING' extra spec in combination with the " +
        "'hw:cpu_thread_policy' extra spec or 'hw_cpu_thread_policy' image metadata property; use one or the other",
    });
  }
  if (wanted === 'forbidden') return 'isolate';
  return wanted === 'required' ? 'require' : policy;
}

/** The sum over all groups, and the first of them. What is no number is refused elsewhere. */
function requested(server: Server, resourceClass: string): { readonly amount: bigint; readonly key: string } {
  const keys = keysOf(server, 'resources', resourceClass);
  const amount = keys.reduce((sum, key) => sum + (pythonInteger(extraSpec(server, key) ?? '') ?? 0n), 0n);
  return { amount, key: keys[0] ?? `resources:${resourceClass}` };
}

/** `resources:VCPU`, `resources1:VCPU` and so on. */
function keysOf({ flavor }: Server, prefix: string, name: string): readonly string[] {
  const pattern = new RegExp(`^${prefix}(?:[1-9][0-9]*)?:${name}$`);
  return Object.keys(flavor.extraSpecs).filter((key) => pattern.test(key));
}
