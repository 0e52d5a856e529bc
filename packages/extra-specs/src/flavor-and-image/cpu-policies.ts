import { suggestWord } from '../suggestions/suggest-word.ts';
import type { Refusal } from './image-rule.ts';
import { extraSpec, imageText, once, refuse, type Server, type Unclear, unclear } from './server.ts';

export type CpuPolicy = 'dedicated' | 'shared' | 'mixed';
export type CpuThreadPolicy = 'prefer' | 'isolate' | 'require';
export type EmulatorThreadsPolicy = 'share' | 'isolate';

interface PolicyKind<Policy extends string> {
  readonly key: string;
  readonly policies: readonly Policy[];
  readonly rule: Refusal;
  /** How a refusal begins. */
  readonly subject: string;
}

const cpuPolicies: PolicyKind<CpuPolicy> = {
  key: 'hw:cpu_policy',
  policies: ['dedicated', 'shared', 'mixed'],
  rule: 'invalid-cpu-allocation-policy',
  subject: "CPU policy requested from 'flavor extra specs'",
};

const cpuThreadPolicies: PolicyKind<CpuThreadPolicy> = {
  key: 'hw:cpu_thread_policy',
  policies: ['prefer', 'isolate', 'require'],
  rule: 'invalid-cpu-thread-allocation-policy',
  subject: "CPU thread policy requested from 'flavor extra specs'",
};

const emulatorThreadsPolicies: PolicyKind<EmulatorThreadsPolicy> = {
  key: 'hw:emulator_threads_policy',
  policies: ['share', 'isolate'],
  rule: 'invalid-emulator-threads-policy',
  subject: 'CPU emulator threads option requested',
};

/** The image may not ask for more dedicated CPUs than the flavor gives. */
export const cpuPolicy = once((server: Server): CpuPolicy | null | Unclear => {
  const property = 'hw_cpu_policy';
  const ofFlavor = flavorPolicy(server, cpuPolicies);
  const ofImage = imageText(server, property) as CpuPolicy | null | Unclear;
  if (ofFlavor === unclear || ofImage === unclear) return unclear;
  const isForbidden =
    (ofFlavor === 'mixed' && ofImage === 'dedicated') ||
    (ofFlavor === 'shared' && (ofImage === 'mixed' || ofImage === 'dedicated'));
  if (!isForbidden) return ofFlavor ?? ofImage;
  return refuse(server, {
    rule: 'image-cpu-pinning-forbidden',
    key: property,
    value: ofImage,
    text: `Image property '${property}' is not permitted to override CPU pinning policy set against the flavor`,
    suggestion: ofFlavor,
  });
});

/** A flavor that says `prefer` gets what it prefers, whatever the image says. */
export const cpuThreadPolicy = once((server: Server): CpuThreadPolicy | null | Unclear => {
  const property = 'hw_cpu_thread_policy';
  const ofFlavor = flavorPolicy(server, cpuThreadPolicies);
  const ofImage = imageText(server, property) as CpuThreadPolicy | null | Unclear;
  if (ofFlavor === unclear || ofImage === unclear) return unclear;
  if (ofFlavor === 'prefer' || extraSpec(server, cpuThreadPolicies.key) === null) return ofFlavor ?? ofImage;
  if (ofImage === null || ofImage === ofFlavor) return ofFlavor;
  return refuse(server, {
    rule: 'image-cpu-thread-policy-forbidden',
    key: property,
    value: ofImage,
    text: `Image property '${property}' is not permitted to override CPU thread pinning policy set against the flavor`,
    suggestion: ofFlavor,
  });
});

/** An empty policy means nothing, until it would have to be part of a topology. */
export function saidThreadPolicy(server: Server, policy: CpuThreadPolicy | null | Unclear): Unclear | null {
  const isEmpty = policy === null && extraSpec(server, cpuThreadPolicies.key) === '';
  return isEmpty ? refusePolicy(server, cpuThreadPolicies, '') : null;
}

export const emulatorThreadsPolicy = once((server: Server): EmulatorThreadsPolicy | null | Unclear =>
  flavorPolicy(server, emulatorThreadsPolicies),
);

function flavorPolicy<Policy extends string>(
  server: Server,
  kind: PolicyKind<Policy>,
): Policy | null | Unclear {
  const given = extraSpec(server, kind.key);
  if (given === null || given === '') return null;
  return kind.policies.find((policy) => policy === given) ?? refusePolicy(server, kind, given);
}

function refusePolicy(server: Server, kind: PolicyKind<string>, given: string): Unclear {
  const { key, policies, rule, subject } = kind;
  const available = `(${policies.map((policy) => `'${policy}'`).join(', ')})`;
  const text = `${subject} is invalid, given: '${given}', available: '${available}'.`;
  return refuse(server, { rule, key, value: given, text, suggestion: suggestWord(given, policies) });
}
