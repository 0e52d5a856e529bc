import type { Prng } from '@berth/testing/prng.ts';
import type { Asked } from './asked.ts';
import { type Draw, idOf, type Known } from './drawn-parts.ts';

/** Which endpoints projects are told of, and what comes of it in their catalogs. */
export const endpointFilter: Draw = (random, known) => {
  const of = `/v3/OS-EP-FILTER/projects/${projectOf(random, known)}/endpoints`;
  const endpoint = endpointOf(random, known);
  return random.weighted<() => Asked>([
    [5, () => ({ method: 'PUT', path: `${of}/${endpoint}` })],
    [2, () => ({ method: random.pick(['GET', 'HEAD']), path: `${of}/${endpoint}` })],
    [2, () => ({ method: 'DELETE', path: `${of}/${endpoint}` })],
    [2, () => ({ method: 'GET', path: of })],
    [2, () => ({ method: 'GET', path: `/v3/OS-EP-FILTER/endpoints/${endpoint}/projects` })],
    [
      4,
      () => ({
        method: 'GET',
        path: '/v3/auth/catalog',
        token: random.pick(['{token-admin}', '{token-demo}']),
      }),
    ],
  ])();
};

const projectOf = (random: Prng, known: Known): string =>
  random.chance(0.6) ? random.pick(['{project-admin}', '{project-demo}']) : idOf(random, known, 'project');

/** Those that both have by themselves, and such as were made. */
const endpointOf = (random: Prng, known: Known): string =>
  random.chance(0.5)
    ? random.pick(['{endpoint-public}', '{endpoint-internal}', '{endpoint-admin}'])
    : idOf(random, known, 'endpoint');
