import type { Problem } from '../problem.ts';
import type { Operation } from './check-flavor-and-image.ts';

/** What a flavor and an image together are refused for, or fail for later. */
export type ImageRule = Refusal | LaterFailure;

export type Refusal = keyof typeof refusals;

/** What the API accepts. While a host is looked for, or on the host, it is noticed, and the server ends in ERROR. */
export type LaterFailure =
  | 'tpm-version-conflict'
  | 'tpm-model-conflict'
  | 'invalid-tpm-version'
  | 'invalid-tpm-model'
  | 'tpm-model-needs-version'
  | 'secure-boot-conflict'
  | 'invalid-secure-boot-policy'
  | 'maxphysaddr-mode-conflict'
  | 'usb-model-conflict'
  | 'redirected-usb-ports-conflict'
  | 'video-ram-too-high';

/**
 * The HTTP status of every refusal. Their names are those of the original's exceptions; where it has one for several different
 * mistakes (`Invalid`, `InvalidRequest`), they say which mistake it is.
 *
 * Not all of these are an answer there: what it did not expect at that place becomes status 500, though the request is to blame.
 * Here it is 400.
 */
const refusals = {
  'bad-requirement-emulator-threads-policy': 400,
  'boot-from-volume-required-for-zero-disk-flavor': 403,
  'cpu-thread-policy-configuration-invalid': 400,
  'flavor-disk-smaller-than-image': 400,
  'flavor-disk-smaller-than-min-disk': 400,
  'flavor-image-conflict': 400,
  'flavor-image-locked-memory-conflict': 400,
  'flavor-memory-too-small': 400,
  'image-cpu-pinning-forbidden': 400,
  'image-cpu-thread-policy-forbidden': 400,
  'image-not-active': 400,
  'image-numa-topology-asymmetric': 400,
  'image-numa-topology-cpu-duplicates': 400,
  'image-numa-topology-cpu-out-of-range': 400,
  'image-numa-topology-cpus-unassigned': 400,
  'image-numa-topology-forbidden': 400,
  'image-numa-topology-incomplete': 400,
  'image-numa-topology-memory-out-of-range': 400,
  'image-numa-topology-rebuild-conflict': 400,
  'image-pci-numa-policy-forbidden': 403,
  'image-serial-port-number-exceed-flavor-value': 400,
  'image-serial-port-number-invalid': 400,
  'image-unacceptable': 400,
  'image-vcpu-limits-range-exceeded': 400,
  'image-vcpu-topology-range-exceeded': 400,
  'invalid-architecture-name': 400,
  'invalid-cpu-allocation-policy': 400,
  'invalid-cpu-set': 400,
  'invalid-cpu-thread-allocation-policy': 400,
  'invalid-emulator-threads-policy': 400,
  'invalid-ephemeral-encryption-format': 400,
  'invalid-flavor': 400,
  'invalid-flavor-extra-spec': 400,
  'invalid-image-config-drive': 400,
  'invalid-image-metadata': 400,
  'invalid-machine-type': 400,
  'invalid-memory-encryption-model': 400,
  'invalid-mixed-instance-dedicated-mask': 400,
  'invalid-numa-nodes-number': 400,
  'invalid-pci-numa-affinity': 400,
  'invalid-request': 400,
  'lock-memory-forbidden': 400,
  'memory-page-size-forbidden': 400,
  'memory-page-size-invalid': 400,
  'pci-invalid-alias': 400,
  'pci-request-alias-not-defined': 400,
  'realtime-configuration-invalid': 400,
  'realtime-mask-not-found-or-invalid': 400,
  'required-mixed-instance-policy': 400,
  'required-mixed-or-realtime-cpu-mask': 400,
  'stateless-firmware-required': 400,
  'volume-smaller-than-min-disk': 400,
} as const satisfies Readonly<Record<string, 400 | 403>>;

export const refusalStatus: Readonly<Record<Refusal, 400 | 403>> = refusals;

/** What an API answers with. */
export interface Answer {
  readonly status: 400 | 403;
  readonly message: string;
}

/** What the API answers to a request that has this problem first; null when it accepts the request all the same. */
export function answerTo({ rule, text }: Problem, operation: Operation): Answer | null {
  if (!isRefusal(rule)) return null;
  const message = operation === 'resize' && untold.has(rule) ? 'Invalid instance image.' : text;
  return { status: refusalStatus[rule], message };
}

/** What a resize says no more about than that something is wrong. */
const untold: ReadonlySet<Refusal> = new Set<Refusal>([
  'invalid-cpu-set',
  'invalid-image-config-drive',
  'invalid-memory-encryption-model',
]);

function isRefusal(rule: string): rule is Refusal {
  return Object.hasOwn(refusals, rule);
}
