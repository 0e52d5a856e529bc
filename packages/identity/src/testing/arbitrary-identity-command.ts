import fc from 'fast-check';
import type { IdentityCommand } from '../domain/decide.ts';
import { defaultDomainId } from '../domain/domains/domain.ts';
import type { GroupId, RegisteredLimitId, ServiceId } from '../domain/ids.ts';

/** What random states come of: mostly there is somebody to begin with. */
export function arbitraryIdentityCommands(longest: number): fc.Arbitrary<readonly IdentityCommand[]> {
  const founding = arbitraries['found-identity'].map(
    (fields) => ({ kind: 'found-identity', ...fields }) as IdentityCommand,
  );
  const rest = fc.array(arbitraryIdentityCommand(), { maxLength: longest, size: '+1' });
  return fc.oneof(
    { arbitrary: rest, weight: 1 },
    {
      arbitrary: fc
        .tuple(founding, rest)
        .map(([first, others]) => [first, someGroup, someRegisteredLimit, ...others]),
      weight: 4,
    },
  );
}

const someGroup: IdentityCommand = {
  kind: 'create-group',
  group: { id: '1' as GroupId, domainId: defaultDomainId, name: 'a', description: '', extra: {} },
};

/** Limits of projects and domains need one. */
const someRegisteredLimit: IdentityCommand = {
  kind: 'create-registered-limits',
  registeredLimits: [
    {
      id: '1' as RegisteredLimitId,
      service: { id: '1' as ServiceId, isMounted: true },
      regionId: null,
      resourceName: 'cores',
      defaultLimit: 10,
      description: null,
    },
  ],
  ownRegion: 'own',
};

/** Commands about few things, so that they meet: about half of them are refused. */
function arbitraryIdentityCommand(): fc.Arbitrary<IdentityCommand> {
  return fc.oneof(
    ...Object.entries(arbitraries).map(([kind, arbitrary]) => ({
      arbitrary: arbitrary.map((fields) => ({ kind, ...fields }) as IdentityCommand), // They are the fields of that kind.
      weight: /^(create|add|remove|grant|imply|revoke|rotate)-/.test(kind)
        ? 4
        : kind.startsWith('delete-')
          ? 2
          : 1,
    })),
  );
}

const ids = fc.constantFrom('1', '1', '2', 'default');
const domainIds = fc.constantFrom('default', 'default', '1');
const names = fc.constantFrom('a', 'b', 'admin', '__proto__', 'Käse');
const enabled = fc.boolean();
const text = fc.constantFrom('', 'some', null);
const extra = fc.constantFrom({}, { color: 'blue' }, { constructor: 1, deep: { a: [null] } });
const options = fc.constantFrom({}, {}, { immutable: true }, { immutable: false });
const hash = `scrypt:14:${'A'.repeat(22)}:${'B'.repeat(43)}`;
const hashes = fc.constantFrom(hash, null);
const time = fc.integer({ min: 1, max: 1_000 });
const actor = fc.record({ kind: fc.constantFrom('user', 'group'), id: ids }, plain());
const target = fc.oneof(
  fc.record({ kind: fc.constantFrom('project', 'domain'), id: ids }, plain()),
  fc.constant({ kind: 'system', id: 'all' }),
);

const domain = { name: names, description: text, isEnabled: enabled, tags: fc.constant([]), options, extra };
const project = { ...domain };
const user = {
  name: names,
  isEnabled: enabled,
  passwordHash: hashes,
  defaultProjectId: fc.option(ids),
  options: fc.constant({}),
  extra,
};
const group = { name: names, description: text, extra };
const role = { name: names, description: text, options, extra };
const region = { description: fc.constantFrom('', 'some'), parentId: fc.option(ids), extra };
const service = {
  type: fc.constantFrom('volume', 'dns'),
  name: fc.constantFrom('', 'cinder'),
  isEnabled: enabled,
  extra,
};
const endpoint = {
  serviceId: ids,
  interface: fc.constantFrom('public', 'internal', 'admin'),
  regionId: fc.option(ids),
  url: fc.constant('http://h'),
  isEnabled: enabled,
  extra,
};

const registeredLimit = {
  service: fc.record({ id: ids, isMounted: fc.boolean() }, plain()),
  regionId: fc.option(fc.constantFrom('1', '2', 'RegionOne', 'own')),
  resourceName: fc.constantFrom('cores', '__proto__'),
  defaultLimit: fc.integer({ min: -1, max: 0x7fffffff }),
  description: text,
};
const limit = {
  service: registeredLimit.service,
  regionId: fc.option(fc.constantFrom('1', 'own'), { freq: 1 }),
  resourceName: registeredLimit.resourceName,
  target: fc.record({ kind: fc.constantFrom('project', 'domain'), id: ids }, plain()),
  resourceLimit: registeredLimit.defaultLimit,
  description: text,
};
const ownRegion = fc.constant('own');

function plain() {
  return { noNullPrototype: true } as const;
}

type Fields = Readonly<Record<string, fc.Arbitrary<unknown>>>;

function created(name: string, fields: Fields): fc.Arbitrary<object> {
  return fc.record({ [name]: fc.record({ id: ids, ...fields }, plain()) }, plain());
}

function changed(fields: Fields, more: Fields = {}): fc.Arbitrary<object> {
  return fc.record(
    { id: ids, change: fc.record(fields, { requiredKeys: [], noNullPrototype: true }), ...more },
    plain(),
  );
}

function several(name: string, fields: Fields): fc.Arbitrary<object> {
  const thing = fc.record({ id: ids, ...fields }, plain());
  return fc.record({ [name]: fc.array(thing, { minLength: 1, maxLength: 3 }), ownRegion }, plain());
}

const one = fc.record({ id: ids }, plain());
const two = (first: string, second: string) => fc.record({ [first]: ids, [second]: ids }, plain());
const granted = fc.record({ actor, target, roleId: ids }, plain());

const arbitraries: Readonly<Record<IdentityCommand['kind'], fc.Arbitrary<object>>> = {
  'found-identity': fc.constant({
    domain: {
      id: 'default',
      name: 'Default',
      description: '',
      isEnabled: true,
      tags: [],
      options: {},
      extra: {},
    },
    project: {
      id: '1',
      domainId: 'default',
      name: 'admin',
      parentId: null,
      description: '',
      isEnabled: true,
      tags: [],
      options: {},
      extra: {},
    },
    admin: {
      id: '1',
      domainId: 'default',
      name: 'admin',
      isEnabled: true,
      passwordHash: hash,
      defaultProjectId: null,
      options: {},
      extra: {},
      tokensEndedAt: 0,
    },
    roles: ['1', '2'].map((id) => ({ id, name: `role${id}`, description: null, options: {}, extra: {} })),
    otherRoles: [],
    region: { id: 'RegionOne', description: '', parentId: null, extra: {} },
  }),
  'create-domain': created('domain', domain),
  'update-domain': changed(domain),
  'delete-domain': one,
  'create-project': created('project', { ...project, domainId: domainIds, parentId: fc.option(ids) }),
  'update-project': changed(project),
  'delete-project': one,
  'create-user': created('user', { ...user, domainId: domainIds, tokensEndedAt: fc.constant(0) }),
  'update-user': changed(user, { now: time }),
  'delete-user': one,
  'create-group': created('group', { ...group, domainId: domainIds }),
  'update-group': changed(group),
  'delete-group': one,
  'add-member': two('groupId', 'userId'),
  'remove-member': two('groupId', 'userId'),
  'create-role': created('role', role),
  'update-role': changed(role),
  'delete-role': one,
  'imply-role': two('priorId', 'impliedId'),
  'unimply-role': two('priorId', 'impliedId'),
  'grant-role': granted,
  'withdraw-role': granted,
  'create-application-credential': created('credential', {
    userId: ids,
    projectId: ids,
    name: names,
    description: text,
    roleIds: fc.subarray(['1', '2']),
    secretHash: fc.constant(hash),
    expiresAt: fc.option(time),
    isUnrestricted: fc.option(enabled),
  }),
  'delete-application-credential': two('userId', 'id'),
  'create-region': created('region', region),
  'update-region': changed(region),
  'delete-region': one,
  'create-service': created('service', service),
  'update-service': changed(service),
  'delete-service': one,
  'create-endpoint': fc.record(
    { endpoint: fc.record({ id: ids, ...endpoint }, plain()), makesRegion: enabled },
    plain(),
  ),
  'update-endpoint': changed(endpoint, { makesRegion: enabled }),
  'delete-endpoint': one,
  'add-endpoint-to-project': fc.record({ projectId: ids, endpointId: ids, isMounted: fc.boolean() }, plain()),
  'remove-endpoint-from-project': two('projectId', 'endpointId'),
  'create-registered-limits': several('registeredLimits', registeredLimit),
  'update-registered-limit': changed(registeredLimit, { ownRegion }),
  'delete-registered-limit': one,
  'create-limits': several('limits', limit),
  'update-limit': changed({ resourceLimit: limit.resourceLimit, description: text }),
  'delete-limit': one,
  'rotate-token-keys': fc.record(
    {
      key: fc.record(
        {
          id: fc.constantFrom('00000001', '00000002', '00000003', '00000004'),
          secret: fc.constant('s'.repeat(43)),
          createdAt: time,
        },
        plain(),
      ),
      keptMs: fc.constant(100),
      everyMs: fc.constant(50),
    },
    plain(),
  ),
  'revoke-token': fc.record(
    {
      revocation: fc.record(
        { id: fc.constantFrom('a', 'b').map((letter) => letter.repeat(22)), userId: ids, expiresAt: time },
        plain(),
      ),
      now: time,
    },
    plain(),
  ),
};
