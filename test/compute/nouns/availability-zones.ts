import type { ComparedNoun } from '../noun.ts';

/** Where servers can be asked to go. */
export const availabilityZones: ComparedNoun = {
  name: 'availability-zones',
  seams: ['2.75'],
  draw: (prng) => ({
    route: 'GET /os-availability-zone',
    method: prng.pick(['GET', 'GET', 'GET', 'GET', 'POST', 'DELETE']),
    path: prng.pick(paths),
    query: prng.chance(0.3) ? [[prng.pick(['limit', 'detail', 'foo']), prng.pick(['', '1'])]] : [],
  }),
};

const paths = [
  '/os-availability-zone',
  '/os-availability-zone/detail',
  '/os-availability-zone/detail',
  '/os-availability-zone/',
];
