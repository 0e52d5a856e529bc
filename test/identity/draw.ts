import type { Prng } from '@berth/testing/prng.ts';
import type { Asked } from './asked.ts';
import { endpointFilter } from './draw-endpoint-filter.ts';
import { limits, registeredLimits } from './draw-limits.ts';
import { type Draw, domainId, few, idOf, type Known, nameFor, parts, texts, truth } from './drawn-parts.ts';

const bodies: Readonly<Record<string, (random: Prng, known: Known) => object>> = {
  domain: (random) =>
    parts(
      random,
      {
        name: () => nameFor(random),
        description: () => texts(random),
        enabled: () => truth(random),
        extra_one: () => 'e',
      },
      ['name'],
    ),
  project: (random, known) =>
    parts(
      random,
      {
        name: () => nameFor(random),
        description: () => texts(random),
        domain_id: () => domainId(random, known),
        enabled: () => truth(random),
        tags: () => random.pick([[], ['t'], ['t', 'u'], ['a,b']]),
        parent_id: () => idOf(random, known, 'project'),
        options: () => random.pick([{}, { immutable: true }, { immutable: false }, { immutable: null }]),
        color: () => 'blue',
      },
      ['name'],
    ),
  user: (random, known) =>
    parts(
      random,
      {
        name: () => nameFor(random),
        password: () => 'secret',
        domain_id: () => domainId(random, known),
        enabled: () => truth(random),
        email: () => 'a@b',
        description: () => texts(random),
        default_project_id: () => idOf(random, known, 'project'),
        options: () =>
          random.pick([{}, { lock_password: true }, { ignore_password_expiry: null }, { unheard: 1 }]),
      },
      ['name', 'password'],
    ),
  group: (random, known) =>
    parts(
      random,
      {
        name: () => nameFor(random),
        description: () => texts(random),
        domain_id: () => domainId(random, known),
      },
      ['name'],
    ),
  role: (random) =>
    parts(
      random,
      {
        name: () => nameFor(random),
        description: () => 'some',
        options: () => random.pick([{}, { immutable: true }]),
      },
      ['name'],
    ),
  region: (random, known) =>
    parts(random, {
      id: () => random.pick(few),
      description: () => texts(random),
      parent_region_id: () => random.pick(['RegionOne', null, idOf(random, known, 'region')]),
    }),
  service: (random) =>
    parts(
      random,
      {
        type: () => random.pick(['volume', 'dns']),
        name: () => nameFor(random),
        enabled: () => truth(random),
        description: () => 'some',
      },
      ['type'],
    ),
  endpoint: (random, known) =>
    parts(
      random,
      {
        service_id: () => idOf(random, known, 'service'),
        interface: () => random.pick(['public', 'internal', 'admin', 'other']),
        url: () =>
          random.pick([
            'http://x/v1',
            'http://x/$(project_id)s',
            'http://x/%(tenant_id)s',
            'x',
            'http://x/%(y)s',
          ]),
        region_id: () => random.pick(['RegionOne', idOf(random, known, 'region')]),
        enabled: () => truth(random),
      },
      ['service_id', 'interface', 'url'],
    ),
};

const filters: Readonly<Record<string, readonly string[]>> = {
  domain: ['name', 'enabled'],
  project: ['name', 'enabled', 'domain_id', 'parent_id'],
  user: ['name', 'enabled', 'domain_id'],
  group: ['name', 'domain_id'],
  role: ['name'],
  region: ['parent_region_id'],
  service: ['name', 'type'],
  endpoint: ['interface', 'service_id', 'region_id'],
};

function queryFor(random: Prng, known: Known, kind: string): string {
  if (random.chance(0.5)) return '';
  const key = random.pick(filters[kind] ?? ['name']);
  const value = random.pick([
    'a',
    'b',
    'default',
    'true',
    '0',
    'public',
    'RegionOne',
    'volume',
    '',
    idOf(random, known, 'service'),
  ]);
  const how =
    key === 'name' && random.chance(0.4)
      ? random.pick(['__contains', '__icontains', '__startswith', '__iendswith', '__nonsense'])
      : '';
  return `?${key}${how}=${value}`;
}

/** What is made, listed, shown, changed and deleted. */
function resource(kind: string): Draw {
  return (random, known) => {
    const path = `/v3/${kind}s`;
    const one = () => `${path}/${idOf(random, known, kind)}`;
    const body = () =>
      random.chance(0.04)
        ? random.pick<unknown>([{}, [], { [kind]: [] }, { other: {} }])
        : { [kind]: bodies[kind]?.(random, known) };
    return random.weighted<() => Omit<Asked, 'token'>>([
      [5, () => ({ method: 'POST', path, body: body() })],
      [2, () => ({ method: 'GET', path: path + queryFor(random, known, kind) })],
      [2, () => ({ method: random.pick(['GET', 'GET', 'HEAD']), path: one() })],
      [3, () => ({ method: 'PATCH', path: one(), body: body() })],
      [1, () => ({ method: 'DELETE', path: one() })],
      [0.2 > random.fraction() ? 1 : 0, () => ({ method: random.pick(['PUT', 'DELETE']), path })],
    ])();
  };
}

const place = (random: Prng, known: Known): string =>
  random.weighted<() => string>([
    [4, () => `/projects/${idOf(random, known, 'project')}`],
    [2, () => `/domains/${random.chance(0.5) ? 'default' : idOf(random, known, 'domain')}`],
    [2, () => '/system'],
  ])();

const actor = (random: Prng, known: Known): string =>
  random.chance(0.7) ? `/users/${idOf(random, known, 'user')}` : `/groups/${idOf(random, known, 'group')}`;

const grant: Draw = (random, known) => {
  const base = `/v3${place(random, known)}${actor(random, known)}/roles`;
  if (random.chance(0.15)) return { method: 'GET', path: base };
  return {
    method: random.pick(['PUT', 'PUT', 'PUT', 'HEAD', 'GET', 'DELETE']),
    path: `${base}/${idOf(random, known, 'role')}`,
  };
};

const assignments: Draw = (random, known) => {
  const query = [
    random.chance(0.3) ? `user.id=${idOf(random, known, 'user')}` : '',
    random.chance(0.15) ? `group.id=${idOf(random, known, 'group')}` : '',
    random.chance(0.3) ? `scope.project.id=${idOf(random, known, 'project')}` : '',
    random.chance(0.1) ? 'scope.domain.id=default' : '',
    random.chance(0.15) ? `role.id=${idOf(random, known, 'role')}` : '',
    // The original leaves the system out of what is effective.
    random.pick(['effective', 'scope.system=all', '', '', '', '', '', '']),
    random.chance(0.3) ? `include_names${random.pick(['', '=1', '=True', '=0'])}` : '',
    random.chance(0.05) ? 'include_subtree=1' : '',
  ].filter((each) => each !== '');
  return { method: 'GET', path: `/v3/role_assignments${query.length === 0 ? '' : `?${query.join('&')}`}` };
};

const membership: Draw = (random, known) =>
  random.chance(0.25)
    ? {
        method: 'GET',
        path: random.chance(0.5)
          ? `/v3/groups/${idOf(random, known, 'group')}/users`
          : `/v3/users/${idOf(random, known, 'user')}/groups`,
      }
    : {
        method: random.pick(['PUT', 'PUT', 'GET', 'HEAD', 'DELETE']),
        path: `/v3/groups/${idOf(random, known, 'group')}/users/${idOf(random, known, 'user')}`,
      };

const implied: Draw = (random, known) => {
  if (random.chance(0.2)) return { method: 'GET', path: '/v3/role_inferences' };
  const prior = `/v3/roles/${idOf(random, known, 'role')}/implies`;
  if (random.chance(0.2)) return { method: 'GET', path: prior };
  return {
    method: random.pick(['PUT', 'PUT', 'GET', 'HEAD', 'DELETE']),
    path: `${prior}/${idOf(random, known, 'role')}`,
  };
};

const own: Draw = (random, known) => ({
  method: 'GET',
  path: random.pick([
    '/v3/auth/projects',
    '/v3/auth/domains',
    '/v3/auth/system',
    '/v3/auth/catalog',
    '/v3/credentials',
    `/v3/users/${idOf(random, known, 'user')}/projects`,
    '/v3',
    '/v3/',
    '/',
    '/v3/nothing',
  ]),
});

const scope = (random: Prng, known: Known): unknown =>
  random.weighted<() => unknown>([
    [5, () => ({ project: { id: idOf(random, known, 'project') } })],
    [3, () => ({ project: { name: random.pick(['admin', 'demo', ...few]), domain: { id: 'default' } } })],
    [1, () => ({ project: { name: 'demo', domain: { name: random.pick(['Default', 'a']) } } })],
    [2, () => ({ domain: { id: random.pick(['default', idOf(random, known, 'domain')]) } })],
    [2, () => ({ system: { all: true } })],
    [1, () => 'unscoped'],
    [
      1,
      () =>
        random.pick<unknown>([
          {},
          'x',
          { project: {} },
          { project: { name: 'demo' } },
          { project: { id: 'x' }, domain: { id: 'x' } },
          5,
        ]),
    ],
  ])();

const logIn: Draw = (random, known) => {
  const identity = random.weighted<() => unknown>([
    [
      6,
      () => ({
        methods: ['password'],
        password: {
          user: {
            ...(random.chance(0.4)
              ? { id: idOf(random, known, 'user') }
              : {
                  name: random.pick(['admin', 'demo', 'alt', ...few]),
                  domain: random.pick([{ id: 'default' }, { name: 'Default' }]),
                }),
            password: random.chance(0.85) ? 'secret' : 'wrong',
          },
        },
      }),
    ],
    [3, () => ({ methods: ['token'], token: { id: `{${random.pick(known.of('token'))}}` } })],
    [1, () => ({ methods: ['application_credential'], application_credential: credential(random, known) })],
    [
      1,
      () =>
        random.pick<unknown>([
          {},
          { methods: [] },
          { methods: ['password'] },
          { methods: ['password'], password: {} },
          { methods: ['password'], password: { user: {} } },
          { methods: ['password'], password: { user: { name: 'admin', password: 'secret' } } },
          { methods: ['nothing'], nothing: {} },
          { methods: 'password' },
          { methods: ['token'], token: {} },
          { methods: ['token'], token: { id: 'x' } },
        ]),
    ],
  ])();
  const isBare = random.chance(0.25);
  const auth = { identity, ...(isBare ? {} : { scope: scope(random, known) }) };
  return { method: 'POST', path: '/v3/auth/tokens?nocatalog', body: random.chance(0.03) ? {} : { auth } };
};

function credential(random: Prng, known: Known): object {
  return random.chance(0.7)
    ? { id: idOf(random, known, 'credential'), secret: random.pick(['hidden', 'hidden', 'wrong']) }
    : {
        name: random.pick(few),
        user: { name: random.pick(['admin', 'demo']), domain: { id: 'default' } },
        secret: 'hidden',
      };
}

const tokens: Draw = (random, known) => ({
  method: random.pick(['GET', 'GET', 'HEAD', 'DELETE']),
  path: '/v3/auth/tokens?nocatalog',
  ...(random.chance(0.95)
    ? { subject: random.chance(0.9) ? `{${random.pick(known.of('token'))}}` : 'x' }
    : {}),
});

const credentials: Draw = (random, known) => {
  const path = `/v3/users/${random.chance(0.8) ? random.pick(['{user-admin}', '{user-demo}']) : idOf(random, known, 'user')}/application_credentials`;
  const body = {
    application_credential: {
      ...parts(
        random,
        {
          name: () => nameFor(random),
          description: () => texts(random),
          unrestricted: () => truth(random),
          roles: () =>
            random.pick([
              [],
              [{ name: 'reader' }],
              [{ id: '{role-member}' }],
              [{ name: 'service' }],
              [{ name: 'nope' }],
              [{}],
            ]),
          expires_at: () =>
            random.pick([
              '2040-01-01T00:00:00',
              '2040-01-01T00:00:00.5Z',
              '2001-01-01T00:00:00',
              'soon',
              null,
            ]),
        },
        ['name'],
      ),
      secret: 'hidden',
    },
  };
  return random.weighted<() => Omit<Asked, 'token'>>([
    [4, () => ({ method: 'POST', path, body })],
    [2, () => ({ method: 'GET', path })],
    [2, () => ({ method: 'GET', path: `${path}/${idOf(random, known, 'credential')}` })],
    [1, () => ({ method: 'DELETE', path: `${path}/${idOf(random, known, 'credential')}` })],
  ])();
};

const password: Draw = (random, known) => ({
  method: 'POST',
  path: `/v3/users/${idOf(random, known, 'user')}/password`,
  body: {
    user: parts(
      random,
      { original_password: () => random.pick(['secret', 'secret', 'wrong']), password: () => 'secret' },
      ['original_password', 'password'],
    ),
  },
});

const draws: readonly (readonly [number, Draw])[] = [
  [8, resource('user')],
  [8, resource('project')],
  [5, resource('domain')],
  [5, resource('group')],
  [4, resource('role')],
  [2, resource('region')],
  [2, resource('service')],
  [3, resource('endpoint')],
  [9, grant],
  [5, assignments],
  [4, membership],
  [3, implied],
  [4, own],
  [9, logIn],
  [6, tokens],
  [5, credentials],
  [1, password],
  [4, registeredLimits],
  [6, limits],
  [6, endpointFilter],
];

/** The next request of a round. */
export function drawRequest(random: Prng, known: Known): Asked {
  const request = random.weighted(draws)(random, known);
  const token = random.weighted<() => string | undefined>([
    [request.token === undefined ? 0 : 60, () => request.token],
    [14, () => '{token-admin}'],
    [3, () => '{token-demo}'],
    [2, () => `{${random.pick(known.of('token'))}}`],
    [1, () => random.pick([undefined, 'bad'])],
  ])();
  const { token: _usual, ...rest } = request;
  return { ...rest, ...(token === undefined ? {} : { token }) };
}
