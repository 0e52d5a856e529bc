import type { Prng } from '@berth/testing/prng.ts';
import type { Draft } from '../../draft.ts';
import { fillIn, image, nothing } from './server-fields.ts';

/** Where it is to go is said more often than it would be, since a shelved server is seldom there. */
const unshelves: readonly (readonly [string, readonly unknown[], readonly unknown[]])[] = [
  ['unshelve', [null], [1, {}]],
  ['unshelve', [null, { availability_zone: 'nova' }, { availability_zone: null }], ['x', { x: 1 }]],
  [
    'unshelve',
    [{ availability_zone: 'nope' }, { availability_zone: '' }, { availability_zone: 'internal' }],
    [{ availability_zone: 1 }, { availability_zone: ' x' }],
  ],
  [
    'unshelve',
    [{ host: 'host1' }, { host: 'nope' }, { host: '' }, { host: 'host2', availability_zone: null }],
    [{ host: null }, { host: 'host1', availability_zone: 1 }],
  ],
  [
    'unshelve',
    [
      { host: 'host3', availability_zone: 'nova' },
      { host: 'host3', availability_zone: 'x' },
    ],
    [],
  ],
];

/** What can be done with a server, with what may be sent with it: such as is taken, and such as is not. */
const actions: readonly (readonly [name: string, good: readonly unknown[], bad: readonly unknown[]])[] = [
  ['os-stop', [null], [{}, 1]],
  ['os-start', [null], []],
  ['reboot', [{ type: 'SOFT' }, { type: 'hard' }, { type: 'HARD' }], [{ type: 'x' }, {}, null]],
  ['pause', [null], ['x']],
  ['unpause', [null], []],
  ['suspend', [null], []],
  ['resume', [null], []],
  ['lock', [null, { locked_reason: 'because' }], [{ locked_reason: '' }, 1]],
  ['unlock', [null], [{}]],
  ['rescue', [null, {}, { adminPass: 'x' }], [{ rescue_image_ref: nothing }, { adminPass: 1 }]],
  ['unrescue', [null], []],
  ['changePassword', [{ adminPass: 'x' }, { adminPass: '' }], [{}, null, { adminPass: 1 }]],
  ['os-resetState', [{ state: 'active' }, { state: 'error' }], [{ state: 'x' }]],
  ['forceDelete', [null], []],
  ['restore', [null], []],
  [
    'os-getConsoleOutput',
    [{}, { length: 2 }, { length: '1' }, { length: null }, { length: 0 }, { length: 100 }, { length: -1 }],
    [{ length: -2 }, { length: 'x' }, { length: 2.5 }, { length: true }, { x: 1 }, null, []],
  ],
  ['shelve', [null], [1]],
  ['shelve', [null], []],
  ['shelve', [null], []],
  ['shelveOffload', [null], [{}]],
  ...unshelves,
  ...unshelves,
  ['createImage', [{ name: 'copy' }, { name: 'copy', metadata: { a: 'b' } }], [{}, { name: '' }, null]],
  // The original's images are all backups to it, so that it keeps them all only where it keeps many.
  [
    'createBackup',
    [
      { name: 'copy', backup_type: 'daily', rotation: 1000 },
      { name: 'copy', backup_type: 'weekly', rotation: '999', metadata: { a: 'b' } },
    ],
    [
      {},
      { name: 'copy', backup_type: 'daily' },
      { name: 'copy', backup_type: 1, rotation: 1 },
      { name: 'copy', backup_type: 'daily', rotation: -1 },
      { name: 'copy', backup_type: 'daily', rotation: '' },
    ],
  ],
  ['trigger_crash_dump', [null], [{}, 'x']],
  // The original at hand has consoles of one kind, and of these only.
  ['os-getSPICEConsole', [{ type: 'spice-html5' }], [{ type: 'x' }, {}, null]],
  ['os-getSerialConsole', [{ type: 'serial' }], [{ type: 'novnc' }]],
  ['os-getRDPConsole', [{ type: 'rdp-html5' }], [{ type: 1 }]],
  ['injectNetworkInfo', [null], [{}]],
  ['resetNetwork', [null], [{}]],
  ['nope', [null], []],
];

export function drawAction(prng: Prng, server: string): Draft {
  const [name, body] = prng.chance(0.1) ? ['rebuild', drawRebuild(prng)] : drawPlain(prng);
  return {
    route: `action ${name}`,
    method: 'POST',
    path: `/servers/${server}/action`,
    body: { [name]: body },
    // Most is allowed to those that a server is of, and to administrators.
    ...(prng.chance(0.5) ? { caller: 'admin' } : {}),
  };
}

function drawPlain(prng: Prng): [name: string, body: unknown] {
  const [name, good, bad] = prng.pick(actions);
  return [name, prng.pick(bad.length > 0 && prng.chance(0.15) ? bad : good)];
}

const ofRebuild = new Set([
  'name',
  'metadata',
  'OS-DCF:diskConfig',
  'accessIPv4',
  'accessIPv6',
  'key_name',
  'user_data',
  'adminPass',
  'description',
  'trusted_image_certificates',
  'hostname',
  'personality',
  'nope',
]);

function drawRebuild(prng: Prng): object {
  const body: Record<string, unknown> = { imageRef: prng.chance(0.9) ? image : prng.pick([nothing, 'x']) };
  fillIn(prng, body, prng.pick([0, 1, 2]), (key) => ofRebuild.has(key));
  return body;
}
