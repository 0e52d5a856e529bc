import type { Prng } from '@berth/testing/prng.ts';
import type { Draft } from '../draft.ts';
import type { ComparedNoun, KnownIds } from '../noun.ts';
import { created, drawFlavorId } from './flavors.ts';

export const extraSpecs: ComparedNoun = {
  name: 'extra-specs',
  seams: ['2.61', '2.86', '2.86'],
  begin: [created({ id: 'f3', name: 'large' })],
  draw: (prng, known) =>
    prng.weighted<() => Draft>([
      [15, () => drawCreate(prng, known)],
      [10, () => drawUpdate(prng, known)],
      [8, () => drawOne(prng, known, 'GET')],
      [6, () => drawOne(prng, known, 'DELETE')],
      [8, () => drawList(prng, known)],
    ])(),
};

function pathOf(prng: Prng, known: KnownIds): string {
  return `/flavors/${drawFlavorId(prng, known)}/os-extra_specs`;
}

function drawList(prng: Prng, known: KnownIds): Draft {
  return { route: 'GET /flavors/{id}/os-extra_specs', method: 'GET', path: pathOf(prng, known) };
}

function drawOne(prng: Prng, known: KnownIds, method: 'GET' | 'DELETE'): Draft {
  const key = prng.chance(0.6) ? prng.pick(likelyKeys) : drawSpec(prng)[0];
  const path = `${pathOf(prng, known)}/${encodeURIComponent(key)}`;
  return { route: `${method} /flavors/{id}/os-extra_specs/{key}`, method, path };
}

function drawCreate(prng: Prng, known: KnownIds): Draft {
  const specs = Array.from({ length: prng.pick([0, 1, 1, 1, 2, 3]) }, () => drawSpec(prng));
  return {
    route: 'POST /flavors/{id}/os-extra_specs',
    method: 'POST',
    path: pathOf(prng, known),
    body: { extra_specs: Object.fromEntries(specs) },
  };
}

function drawUpdate(prng: Prng, known: KnownIds): Draft {
  const [key, value] = drawSpec(prng);
  const inPath = prng.chance(0.9) ? key : drawSpec(prng)[0];
  const more = prng.chance(0.05) ? [drawSpec(prng)] : [];
  return {
    route: 'PUT /flavors/{id}/os-extra_specs/{key}',
    method: 'PUT',
    path: `${pathOf(prng, known)}/${encodeURIComponent(inPath)}`,
    body: Object.fromEntries([...more, [key, value]]),
  };
}

type Spec = readonly [key: string, value: unknown];

function drawSpec(prng: Prng): Spec {
  return prng.weighted<() => Spec>([
    [30, () => [prng.pick(likelyKeys), prng.pick(freeValues)]],
    [60, () => drawKnownSpec(prng)],
    [20, () => [prng.pick(freeKeys), prng.pick(freeValues)]],
    [8, () => [prng.pick(oddKeys), 'x']],
    [8, () => [prng.pick(freeKeys), prng.pick(oddValues)]],
  ])();
}

/** What the original has a definition of, with values that it takes and that it does not. */
function drawKnownSpec(prng: Prng): Spec {
  const [key, values] = prng.pick(knownSpecs);
  return [
    key,
    prng.chance(0.85) ? prng.pick(values) : prng.pick(['', 'x', '-1', '1', 'true', ' ', 'yes', '1.5']),
  ];
}

const booleans = ['true', 'false', 'True', 'no', '1', 'on', 'off', 'maybe', 'T', 'YES'];
const numbers = ['1', '2', '0', '-1', '01', 'x', '1.0', '4096', '99999999999999999999', ' 1'];

const knownSpecs: readonly (readonly [key: string, values: readonly string[]])[] = [
  ['hw:cpu_policy', ['dedicated', 'shared', 'mixed', 'Dedicated', 'deddicated']],
  ['hw:cpu_thread_policy', ['prefer', 'isolate', 'require', 'other']],
  ['hw:cpu_dedicated_mask', ['0-3', '^0', '0,1', '0-', 'x']],
  ['hw:cpu_realtime', booleans],
  ['hw:cpu_realtime_mask', ['^0', '0-3,^1', '^0-1', '0', '-']],
  ['hw:cpu_sockets', numbers],
  ['hw:cpu_max_threads', numbers],
  ['hw:mem_page_size', ['small', 'large', 'any', '2MB', '1GB', '4096', '2mb', '1 GB', 'huge']],
  ['hw:mem_encryption', booleans],
  ['hw:numa_nodes', numbers],
  ['hw:numa_cpus.0', ['0', '0-3', '0,2', '^1', 'x', '-1']],
  ['hw:numa_mem.1', numbers],
  ['hw:numa_cpus.x', ['0']],
  ['hw:watchdog_action', ['none', 'pause', 'poweroff', 'reset', 'disabled', 'explode']],
  ['hw:pci_numa_affinity_policy', ['required', 'preferred', 'legacy', 'socket', 'never']],
  ['hw:pmem', ['2GB', 'MEDIUM,MEDIUM', 'a,b,c', '', 'a b']],
  ['hw:vif_multiqueue_enabled', booleans],
  ['hw_rng:allowed', booleans],
  ['hw_rng:rate_bytes', numbers],
  ['hw_video:ram_max_mb', numbers],
  ['os:secure_boot', ['required', 'disabled', 'optional', 'on']],
  ['quota:cpu_shares', numbers],
  ['quota:disk_read_bytes_sec', numbers],
  ['quota:disk_write_nope', numbers],
  ['resources:VCPU', numbers],
  ['resources:CUSTOM_GOLD', numbers],
  ['resources1:VCPU', numbers],
  ['resources_NIC:SRIOV_NET_VF', numbers],
  ['resources:custom_gold', numbers],
  ['trait:HW_CPU_X86_AVX', ['required', 'forbidden', 'wanted']],
  ['trait:CUSTOM_GOLD', ['required', 'forbidden']],
  ['trait1:CUSTOM_GOLD', ['required', 'forbidden']],
  ['group_policy', ['none', 'isolate', 'any']],
  ['accel:device_profile', ['profile', '', 'a b']],
  ['pci_passthrough:alias', ['a:1', 'a:1,b:2', 'a', 'a:b']],
  ['powervm:min_mem', numbers],
  ['vmware:hw_version', ['vmx-10', 'x']],
  ['hide_hypervisor_id', booleans],
  ['hw:nope', ['x']],
  ['hw:', ['x']],
  ['nope:nope', ['x']],
  ['aggregate_instance_extra_specs:ssd', ['true', 'x']],
  ['capabilities:cpu_info:features', ['avx', 's== avx']],
  ['os:nope', ['1']],
  ['resources:NOPE', ['1']],
  ['trait:NOPE', ['required']],
];

/** Few, so that they are found again. */
const likelyKeys = ['key', 'my:key'];
const freeKeys = ['a', 'b', 'key', 'my:key', 'a.b', 'a b', 'A-b_c', '1', 'extra_specs'];
const freeValues = ['x', 'y', '1', 'true', '', 'words and more', 'ä', 'a\nb', "it's"];
const oddKeys = [
  '',
  ' ',
  'ä',
  'a/b',
  'a\n',
  'x'.repeat(255),
  'x'.repeat(256),
  'a?',
  "it's",
  'a%',
  'a;b',
  '__proto__',
  'constructor',
  'toString',
];
const oddValues = [null, 1, 1.5, true, false, [], {}, 'x'.repeat(255), 'x'.repeat(256), '\u0000', ['x']];
