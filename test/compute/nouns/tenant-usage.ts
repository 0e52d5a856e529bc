import type { Prng } from '@berth/testing/prng.ts';
import { projects } from '../callers.ts';
import type { Draft, Parameter } from '../draft.ts';
import type { ComparedNoun, KnownIds } from '../noun.ts';

/** What projects have used. Clocks differ, so windows are those in which all servers have run, or none. */
export const tenantUsage: ComparedNoun = {
  name: 'tenant-usage',
  settles: true,
  seams: ['2.40', '2.75'],
  begin: [
    {
      route: 'POST /flavors',
      method: 'POST',
      path: '/flavors',
      body: { flavor: { id: 'u', name: 'fu', vcpus: 1, ram: 64, disk: 1 } },
    },
    create('member'),
    create('another project'),
  ],
  draw: (prng, known) =>
    prng.weighted<() => Draft>([
      [30, () => drawUsage(prng, known, '')],
      [30, () => drawUsage(prng, known, `/${prng.pick([...Object.values(projects), 'admin', 'nobody'])}`)],
      [6, () => ({ ...create(prng.pick(['member', 'another project', 'admin'])), version: '2.93' })],
      [3, () => drawDelete(prng, known)],
    ])(),
};

function create(caller: string): Draft {
  const server = {
    name: 'vm',
    flavorRef: 'u',
    imageRef: '11111111-1111-4111-8111-111111111111',
    networks: 'none',
  };
  return { route: 'POST /servers', method: 'POST', path: '/servers', body: { server }, caller };
}

function drawDelete(prng: Prng, known: KnownIds): Draft {
  const path = `/servers/${prng.pick([...known.of('server'), 'nope'])}`;
  return { route: 'DELETE /servers/{id}', method: 'DELETE', path, caller: 'admin' };
}

const starts = ['2025-01-01T00:00:00', '2025-01-01T00:00:00.5', '2025-01-01 00:00:00.123456'];
const ends = ['2035-01-01T00:00:00', '2035-01-01 00:00:00.0', '2025-06-01T00:00:00', '2024-06-01T00:00:00'];
const odd = [
  'x',
  '2025-01-01',
  '2025-01-01 00:00:00',
  '2025-02-30T00:00:00',
  '2025-01-01T00:00:00Z',
  '2025-1-1T0:0:0',
];

function drawUsage(prng: Prng, known: KnownIds, below: string): Draft {
  const query: Parameter[] = [['start', prng.pick(prng.chance(0.9) ? starts : odd)]];
  query.push(['end', prng.pick(prng.chance(0.9) ? ends : odd)]);
  if (prng.chance(0.4)) query.push(['detailed', prng.pick(['1', '1', '0', 'x', ''])]);
  if (prng.chance(0.4)) query.push(['limit', prng.pick(['1', '2', '1000', '0', 'x', '-1'])]);
  if (prng.chance(0.3)) query.push(['marker', prng.pick([...known.of('server'), 'x'])]);
  if (prng.chance(0.05)) query.push(['foo', '1']);
  return {
    route: `GET os-simple-tenant-usage${below === '' ? '' : '/{id}'}`,
    method: 'GET',
    path: `/os-simple-tenant-usage${below}`,
    query,
  };
}
