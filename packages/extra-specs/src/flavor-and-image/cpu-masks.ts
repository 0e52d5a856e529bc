import { emulatorThreadsPolicy } from './cpu-policies.ts';
import {
  areSameCpus,
  type CpuSet,
  cpusWithout,
  firstCpus,
  isFault,
  isWithin,
  parseCpuSet,
} from './cpu-set.ts';
import { stripped } from '../python/python-blanks.ts';
import { isTrue } from '../python/python-truth.ts';
import { extraSpec, imageText, once, refuse, type Server, type Unclear, unclear } from './server.ts';

/** The CPUs that run in real time; null when none do. The image's mask goes before the flavor's. */
export const realtimeCpus = once((server: Server): CpuSet | null | Unclear => {
  if (!isTrue(extraSpec(server, 'hw:cpu_realtime') ?? '')) return null;
  const ofImage = imageText(server, 'hw_cpu_realtime_mask');
  if (ofImage === unclear) return unclear;
  const key = ofImage ? 'hw_cpu_realtime_mask' : 'hw:cpu_realtime_mask';
  const mask = ofImage || extraSpec(server, key);
  const all = firstCpus(server.flavor.vcpus);
  const cpus = mask ? maskedCpus(server, key, mask) : all;
  if (cpus === unclear) return unclear;

  const refuseMask = (text: string): Unclear =>
    refuse(server, { rule: 'realtime-mask-not-found-or-invalid', key, value: mask, text });
  const tooMany =
    'Use of realtime CPUs requires either one or more non-realtime CPU(s) or offloaded emulator threads.';
  if (cpus.length === 0) return refuseMask(tooMany);
  const policy = emulatorThreadsPolicy(server);
  if (areSameCpus(cpus, all) && policy === null) return refuseMask(tooMany);
  if (!isWithin(cpus, all)) {
    return refuseMask(
      'Realtime policy vCPU(s) mask is configured with RT vCPUs that are not a subset of the vCPUs in the flavor. ' +
        'See hw:cpu_realtime_mask or hw_cpu_realtime_mask',
    );
  }
  return cpus;
});

/** The CPUs of a mixed instance that are not shared; null when there is no mask. */
export const dedicatedCpus = once((server: Server): CpuSet | null | Unclear => {
  const key = 'hw:cpu_dedicated_mask';
  const mask = extraSpec(server, key);
  if (mask === null || mask === '') return null;
  const cpus = maskedCpus(server, key, mask);
  if (cpus === unclear) return unclear;

  const refuseMask = (text: string): Unclear =>
    refuse(server, { rule: 'invalid-mixed-instance-dedicated-mask', key, value: mask, text });
  const all = firstCpus(server.flavor.vcpus);
  if (cpus.length === 0 || cpusWithout(all, cpus).length === 0) {
    return refuseMask(
      "Mixed instance must have at least 1 pinned vCPU and 1 unpinned vCPU. See 'hw:cpu_dedicated_mask'.",
    );
  }
  if (!isWithin(cpus, all)) {
    return refuseMask(
      'Mixed instance dedicated vCPU(s) mask is not a subset of vCPUs in the flavor. See "hw:cpu_dedicated_mask"',
    );
  }
  return cpus;
});

/** A mask that begins with an exclusion is about all CPUs of the flavor. */
function maskedCpus(server: Server, key: string, mask: string): CpuSet | Unclear {
  const isExclusion = stripped(mask).startsWith('^');
  const cpus = parseCpuSet(isExclusion ? `0-${server.flavor.vcpus - 1},${mask}` : mask);
  return isFault(cpus)
    ? refuse(server, { rule: 'invalid-cpu-set', key, value: mask, text: cpus.fault })
    : cpus;
}
