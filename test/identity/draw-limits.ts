import type { Prng } from '@berth/testing/prng.ts';
import type { Asked } from './asked.ts';
import { type Draw, idOf, type Known, parts, texts } from './drawn-parts.ts';

const amount = (random: Prng): unknown =>
  random.chance(0.9)
    ? random.pick([-1, 0, 5, 20, 2_147_483_647])
    : random.pick<unknown>([-2, 2_147_483_648, '5', 1.5, null]);

/** What is limited: little enough for several to be about the same. */
const limited = (random: Prng, known: Known) => ({
  // The services that both have by themselves, and such as were made.
  service_id: () => (random.chance(0.7) ? '{service-identity}' : idOf(random, known, 'service')),
  region_id: () => random.pick<unknown>(['RegionOne', 'RegionOne', null, idOf(random, known, 'region')]),
  resource_name: () =>
    random.chance(0.9) ? random.pick(['cores', 'ram']) : random.pick(['', 'x'.repeat(256), 7]),
});

function registered(random: Prng, known: Known): object {
  return parts(
    random,
    {
      ...limited(random, known),
      default_limit: () => amount(random),
      description: () => texts(random),
      ...(random.chance(0.05) ? { color: () => 'blue' } : {}),
    },
    ['service_id', 'resource_name', 'default_limit'],
  );
}

function limit(random: Prng, known: Known): object {
  const project = { project_id: () => idOf(random, known, 'project') };
  const domain = {
    domain_id: () => random.pick(['default', idOf(random, known, 'domain'), idOf(random, known, 'project')]),
  };
  const target = random.weighted<Readonly<Record<string, () => unknown>>>([
    [12, project],
    [5, domain],
    [1, { ...project, ...domain }],
    [1, { project_id: () => 'default' }],
  ]);
  return parts(
    random,
    {
      ...target,
      ...limited(random, known),
      resource_limit: () => amount(random),
      description: () => texts(random),
    },
    ['project_id', 'domain_id', 'service_id', 'resource_name', 'resource_limit'],
  );
}

/** The original takes 0, and no description, for nothing having been said: ours sets it (limits.test.ts). */
function limitChange(random: Prng): object {
  return parts(random, {
    resource_limit: () => random.pick<unknown>([-1, 3, 7, 2_147_483_648, 'x']),
    description: () => random.pick(['some', 'other']),
    ...(random.chance(0.05) ? { project_id: () => '{project-demo}' } : {}),
  });
}

const several = (random: Prng, draw: () => object): unknown =>
  random.chance(0.04)
    ? random.pick<unknown>([[], {}, null, 'x', [5]])
    : Array.from(
        {
          length: random.weighted([
            [6, 1],
            [2, 2],
            [1, 3],
          ]),
        },
        draw,
      );

/** With a token of the system all limits are seen, else those of a project. */
const tokenFor = (random: Prng): string =>
  random.pick(['{token-system}', '{token-system}', '{token-demo}', '{token-admin}']);

export const registeredLimits: Draw = (random, known) => {
  const path = '/v3/registered_limits';
  const one = () => `${path}/${idOf(random, known, 'registered')}`;
  return random.weighted<() => Asked>([
    [
      6,
      () => ({
        method: 'POST',
        path,
        body: { registered_limits: several(random, () => registered(random, known)) },
      }),
    ],
    [2, () => ({ method: 'GET', path: path + queryFor(random, known, []) })],
    [2, () => ({ method: random.pick(['GET', 'GET', 'HEAD']), path: one() })],
    [2, () => ({ method: 'PATCH', path: one(), body: { registered_limit: registered(random, known) } })],
    [2, () => ({ method: 'DELETE', path: one() })],
  ])();
};

export const limits: Draw = (random, known) => {
  const path = '/v3/limits';
  const one = () => `${path}/${idOf(random, known, 'limit')}`;
  return random.weighted<() => Asked>([
    [7, () => ({ method: 'POST', path, body: { limits: several(random, () => limit(random, known)) } })],
    [
      3,
      () => ({
        method: 'GET',
        path: path + queryFor(random, known, ['project_id', 'domain_id']),
        token: tokenFor(random),
      }),
    ],
    [
      2,
      () => ({
        method: random.pick(['GET', 'GET', 'HEAD']),
        path: one(),
        token: tokenFor(random),
      }),
    ],
    [2, () => ({ method: 'PATCH', path: one(), body: { limit: limitChange(random) } })],
    [1, () => ({ method: 'DELETE', path: one() })],
    [0.5, () => ({ method: random.pick(['GET', 'HEAD', 'POST']), path: `${path}/model` })],
  ])();
};

function queryFor(random: Prng, known: Known, more: readonly string[]): string {
  if (random.chance(0.4)) return '';
  const key = random.pick(['service_id', 'region_id', 'resource_name', ...more]);
  const values: Readonly<Record<string, string>> = {
    service_id: '{service-identity}',
    region_id: random.pick(['RegionOne', 'nope']),
    resource_name: random.pick(['cores', 'ram']),
    project_id: idOf(random, known, 'project'),
    domain_id: 'default',
  };
  return key === 'resource_name' && random.chance(0.3)
    ? `?${key}${random.pick(['__contains', '__istartswith', '__nonsense'])}=O`
    : `?${key}=${values[key]}`;
}
