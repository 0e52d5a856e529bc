import type { Prng } from '@berth/testing/prng.ts';
import { projects } from '../callers.ts';
import type { Draft } from '../draft.ts';
import type { ComparedNoun, KnownIds } from '../noun.ts';
import { created, drawFlavorId } from './flavors.ts';

export const flavorAccess: ComparedNoun = {
  name: 'flavor-access',
  seams: ['2.7', '2.61'],
  begin: [created({ id: 'f2', name: 'secret', 'os-flavor-access:is_public': false })],
  draw: (prng, known) =>
    prng.weighted<() => Draft>([
      [6, () => drawPrivate(prng)],
      [8, () => drawList(prng, known)],
      [12, () => drawAction(prng, known, 'addTenantAccess')],
      [8, () => drawAction(prng, known, 'removeTenantAccess')],
      [1, () => drawAction(prng, known, prng.pick(['nope', '', 'addTenantaccess']))],
    ])(),
};

/** Most flavors of the other generator are public; these are not. */
function drawPrivate(prng: Prng): Draft {
  const name = prng.pick(['secret', 'own', 'small']);
  const id = prng.pick(['f1', 'f2', 'f3', '1', null]);
  return { ...created({ name, id, 'os-flavor-access:is_public': false }), caller: 'admin' };
}

function drawList(prng: Prng, known: KnownIds): Draft {
  const path = `/flavors/${drawFlavorId(prng, known)}/os-flavor-access`;
  return { route: 'GET /flavors/{id}/os-flavor-access', method: 'GET', path };
}

function drawAction(prng: Prng, known: KnownIds, action: string): Draft {
  return {
    route: `POST /flavors/{id}/action ${action}`,
    method: 'POST',
    path: `/flavors/${drawFlavorId(prng, known)}/action`,
    body: {
      [action]: { tenant: prng.chance(0.85) ? prng.pick(Object.values(projects)) : prng.pick(oddProjects) },
    },
  };
}

const oddProjects = [
  ...[
    'unknown1',
    'unknown',
    '',
    ' ',
    'a b',
    'x'.repeat(255),
    'x'.repeat(256),
    'ä',
    "it's",
    'a\n',
    'a/b',
    '-',
    'A_B',
    '%',
  ],
  ...[null, 1, true, [], {}],
];
