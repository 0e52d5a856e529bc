import type { Prng } from '@berth/testing/prng.ts';

/** The newest of the original; ours has newer ones, which it cannot be asked about. */
export const newestCompared = 93;

/** A version as a request names it, null for none: where something changes, right before that, or any. */
export function drawVersion(prng: Prng, seams: readonly string[]): string | null {
  return prng.weighted<() => string | null>([
    [4, () => null],
    [40, () => atOrBefore(prng, seams)],
    [30, () => `2.${prng.between(1, newestCompared)}`],
    [20, () => `2.${newestCompared}`],
  ])();
}

function atOrBefore(prng: Prng, seams: readonly string[]): string {
  const minor = Number((seams.length === 0 ? '2.1' : prng.pick(seams)).slice(2));
  return `2.${prng.chance(0.5) ? minor : Math.max(1, minor - 1)}`;
}

/** Headers that name no version, a malformed one, or one that there is not. */
export const oddVersions: readonly Readonly<Record<string, string>>[] = [
  ...[
    'compute',
    'compute 2',
    'compute 2.',
    'compute 2.01',
    'compute 2.-1',
    'compute 2.0',
    'compute 1.9',
    'compute 3.0',
    'compute 2.999',
    'compute 2.1.1',
    'compute 2.1 2.2',
    'compute  2.10',
    'compute\t2.10',
    ' compute 2.10 ',
    'COMPUTE 2.10',
    'Compute 2.60',
    'compute x.y',
    'compute 2.x',
    'compute ٢.١',
    'compute LATEST',
    'compute 2.60, volume 3.1',
    'volume 3.1, compute 2.60',
    'compute 2.60, compute 2.1',
    'volume 3.1',
    'placement 1.39',
    '2.60',
    'latest',
    '',
    ',',
  ].map((value) => ({ 'openstack-api-version': Buffer.from(value).toString('latin1') })),
  ...['2.60', '2.0', '2.999', '2', 'x', '', ' 2.60 ', 'compute 2.60', '2.1.1'].map((value) => ({
    'x-openstack-nova-api-version': value,
  })),
  { 'openstack-api-version': 'compute 2.10', 'x-openstack-nova-api-version': '2.60' },
  { 'openstack-api-version': 'volume 3.1', 'x-openstack-nova-api-version': '2.60' },
];
