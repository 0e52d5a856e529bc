import { foundIdentity, type FoundIdentity } from '@berth/identity/domain/found-identity.ts';
import { IdentityState } from '@berth/identity/domain/identity-state.ts';

/** A write of a client: method, target, version, and a body where there is one. */
export type Write = readonly [method: string, target: string, version: string, body?: unknown];

export const providers = ['c1', 'a1', 'a2', 'a3', 'c2', 'c3', 'a4', 'c4', 'd1', 'd2'];
export const consumerIds = ['f1', 'f2', 'f3', 'f4', 'f5', 'f6', 'f7', 'f8'];
export const projects = ['project one', 'p2', '00000000-0000-0000-0000-000000000000'];
const [near, far] = [idOf('99'), idOf('98')];
export const aggregates = [near, far];
/** So many changes are pruned at the end: all of the standard traits and classes, and a few more. */
export const prunedCount = 410;

/**
 * A small world with something of everything that a ledger can hold, made as clients make it: trees, sharing providers, custom classes
 * and traits, aggregates, consumers of all shapes; and things that are gone, renamed, moved or changed since.
 */
export const writes: readonly Write[] = [
  ['POST', '/resource_classes', '1.2', { name: 'CUSTOM_OLD' }],
  ['PUT', '/resource_classes/CUSTOM_GOLD', '1.7'],
  ['PUT', '/resource_classes/CUSTOM_GONE', '1.39'],
  ['DELETE', '/resource_classes/CUSTOM_GONE', '1.39'],
  ['PUT', '/traits/CUSTOM_FAST', '1.6'],
  ['PUT', '/traits/CUSTOM_LOST', '1.6'],
  ['DELETE', '/traits/CUSTOM_LOST', '1.6'],

  ...tree(),
  ...sharing(),
  ...others(),
  ...consumers(),

  // What was counted under the old name is counted under the new one.
  ['PUT', '/resource_classes/CUSTOM_OLD', '1.6', { name: 'CUSTOM_NEW' }],
];

const common = { isEnabled: true, options: {}, extra: {} };
const place = { ...common, description: '', tags: [] };

/** Somebody who has a role somewhere. It is not asked for over the API, where ids would be others in every ledger. */
export const identityChanges = foundIdentity(new IdentityState(), {
  kind: 'found-identity',
  domain: { ...place, id: 'default', name: 'Default' },
  project: { ...place, id: '1', name: 'admin', domainId: 'default', parentId: null },
  admin: {
    ...common,
    id: '2',
    name: 'admin',
    domainId: 'default',
    passwordHash: null,
    defaultProjectId: null,
    tokensEndedAt: 0,
  },
  roles: [{ id: '3', name: 'admin', description: null, options: { immutable: true }, extra: {} }],
  otherRoles: [],
  region: { id: 'RegionOne', description: '', parentId: null, extra: {} },
} as unknown as FoundIdentity); // Ids have types of their own.

export function idOf(start: string): string {
  return `${start.padEnd(8, '0')}-0000-4000-8000-000000000000`;
}

/** A host with two cells, one of which has a device. */
function tree(): Write[] {
  return [
    post('c1', 'cn1'),
    inventories('c1', 0, { MEMORY_MB: { total: 65536, reserved: 512 }, DISK_GB: { total: 100 } }),
    ['PUT', `${at('c1')}/aggregates`, '1.19', { aggregates: [near], resource_provider_generation: 1 }],
    post('a1', 'cn1 “numa0”', 'c1'),
    inventories('a1', 0, {
      VCPU: { total: 16, allocation_ratio: 4.5, max_unit: 8 },
      CUSTOM_OLD: { total: 9 },
    }),
    traits('a1', 1, ['HW_NUMA_ROOT', 'CUSTOM_FAST']),
    post('a2', 'cn1_numa1', 'c1'),
    inventories('a2', 0, { VCPU: { total: 16, step_size: 2, min_unit: 2 } }),
    traits('a2', 1, ['HW_NUMA_ROOT']),
    post('a3', "cn1's gpu", 'a2'),
    inventories('a3', 0, { VGPU: { total: 4 }, CUSTOM_GOLD: { total: 2147483647, allocation_ratio: 0.1 } }),
    // Everything is reserved.
    [
      'PUT',
      `${at('a3')}/inventories/VGPU`,
      '1.26',
      { resource_provider_generation: 1, total: 4, reserved: 4 },
    ],
    ['DELETE', `${at('a3')}/inventories/CUSTOM_GOLD`, '1.39'],
    ['POST', `${at('a3')}/inventories`, '1.39', { resource_class: 'CUSTOM_GOLD', total: 7 }],
  ];
}

function sharing(): Write[] {
  return [
    post('d1', 'shared disks'),
    inventories('d1', 0, { DISK_GB: { total: 2000, allocation_ratio: 1.5 } }),
    traits('d1', 1, ['MISC_SHARES_VIA_AGGREGATE']),
    ['PUT', `${at('d1')}/aggregates`, '1.1', [near, far]],
    post('d2', 'shared addresses'),
    inventories('d2', 0, { IPV4_ADDRESS: { total: 254, reserved: 2 } }),
    traits('d2', 1, ['MISC_SHARES_VIA_AGGREGATE', 'CUSTOM_FAST']),
    ['PUT', `${at('d2')}/aggregates`, '1.19', { aggregates: [far], resource_provider_generation: 2 }],
  ];
}

/** Hosts that were renamed, moved, emptied and removed. */
function others(): Write[] {
  return [
    post('c2', 'cn2'),
    inventories('c2', 0, { VCPU: { total: 8 }, MEMORY_MB: { total: 4096 }, CUSTOM_OLD: { total: 3 } }),
    ['PUT', `${at('c2')}/aggregates`, '1.19', { aggregates: [far], resource_provider_generation: 1 }],
    post('c3', 'cn3'),
    ['PUT', at('c3'), '1.39', { name: 'cn3 <renamed> 漢字 😀' }],
    post('a4', 'cell on the move', 'c2'),
    inventories('a4', 0, { PCPU: { total: 4 } }),
    ['PUT', at('a4'), '1.37', { name: 'cell on the move', parent_provider_uuid: idOf('c3') }],
    post('c4', 'n'.repeat(200)),
    inventories('c4', 0, { VCPU: { total: 1 } }),
    ['DELETE', `${at('c4')}/inventories`, '1.39'],
    traits('c4', 2, ['CUSTOM_FAST']),
    ['DELETE', `${at('c4')}/traits`, '1.39'],
    post('c5', 'gone'),
    inventories('c5', 0, { VCPU: { total: 1 } }),
    ['DELETE', at('c5'), '1.39'],
  ];
}

function consumers(): Write[] {
  const claim = (held: object, more: object = {}) => ({
    allocations: held,
    project_id: 'project one',
    user_id: 'user',
    ...more,
  });
  const typed = { consumer_generation: null, consumer_type: 'INSTANCE' };
  return [
    [
      'PUT',
      of('f1'),
      '1.0',
      { allocations: [{ resource_provider: { uuid: idOf('c2') }, resources: { VCPU: 1 } }] },
    ],
    [
      'PUT',
      of('f2'),
      '1.8',
      {
        allocations: [{ resource_provider: { uuid: idOf('c2') }, resources: { VCPU: 1, MEMORY_MB: 256 } }],
        project_id: 'p2',
        user_id: 'ü',
      },
    ],
    ['PUT', of('f3'), '1.12', claim({ [idOf('a1')]: { resources: { VCPU: 3, CUSTOM_OLD: 2 } } })],
    [
      'PUT',
      of('f4'),
      '1.28',
      claim(
        { [idOf('a2')]: { resources: { VCPU: 4 } }, [idOf('d1')]: { resources: { DISK_GB: 50 } } },
        { consumer_generation: null },
      ),
    ],
    // It grows, and so has a generation.
    [
      'PUT',
      of('f4'),
      '1.28',
      claim(
        { [idOf('a2')]: { resources: { VCPU: 6 } }, [idOf('d1')]: { resources: { DISK_GB: 60 } } },
        { consumer_generation: 1 },
      ),
    ],
    ['PUT', of('f5'), '1.38', claim({ [idOf('c1')]: { resources: { MEMORY_MB: 1024 } } }, typed)],
    [
      'PUT',
      of('f5'),
      '1.38',
      claim(
        { [idOf('c1')]: { resources: { MEMORY_MB: 2048 } } },
        { consumer_generation: 1, consumer_type: 'MIGRATION' },
      ),
    ],
    // One moves to another while both are written in one step.
    ['PUT', of('f6'), '1.38', claim({ [idOf('a4')]: { resources: { PCPU: 2 } } }, typed)],
    [
      'POST',
      '/allocations',
      '1.38',
      {
        [idOf('f6')]: claim({}, { consumer_generation: 1, consumer_type: 'INSTANCE' }),
        [idOf('f7')]: claim(
          { [idOf('a4')]: { resources: { PCPU: 2 } }, [idOf('d2')]: { resources: { IPV4_ADDRESS: 1 } } },
          { ...typed, project_id: 'p2' },
        ),
      },
    ],
    ['PUT', of('f8'), '1.38', claim({ [idOf('c2')]: { resources: { CUSTOM_OLD: 1 } } }, typed)],
    ['DELETE', of('f1'), '1.39'],
    [
      'POST',
      '/reshaper',
      '1.38',
      {
        inventories: {
          [idOf('c1')]: {
            resource_provider_generation: 4,
            inventories: { DISK_GB: { total: 100 } },
          },
          [idOf('a1')]: {
            resource_provider_generation: 3,
            inventories: {
              VCPU: { total: 16, allocation_ratio: 4.5, max_unit: 8 },
              CUSTOM_OLD: { total: 9 },
              MEMORY_MB: { total: 32768 },
            },
          },
        },
        allocations: {
          [idOf('f5')]: claim(
            { [idOf('a1')]: { resources: { MEMORY_MB: 2048 } } },
            { consumer_generation: 2, consumer_type: 'MIGRATION' },
          ),
        },
      },
    ],
  ];
}

function post(id: string, name: string, parent?: string): Write {
  const below = parent === undefined ? {} : { parent_provider_uuid: idOf(parent) };
  return ['POST', '/resource_providers', '1.39', { uuid: idOf(id), name, ...below }];
}

function inventories(id: string, generation: number, of: object): Write {
  const body = { resource_provider_generation: generation, inventories: of };
  return ['PUT', `${at(id)}/inventories`, '1.39', body];
}

function traits(id: string, generation: number, names: readonly string[]): Write {
  return ['PUT', `${at(id)}/traits`, '1.39', { resource_provider_generation: generation, traits: names }];
}

function at(id: string): string {
  return `/resource_providers/${idOf(id)}`;
}

function of(id: string): string {
  return `/allocations/${idOf(id)}`;
}
