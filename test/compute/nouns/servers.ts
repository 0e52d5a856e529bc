import type { Prng } from '@berth/testing/prng.ts';
import type { Draft } from '../draft.ts';
import type { ComparedNoun, KnownIds } from '../noun.ts';
import { drawAction } from './servers/draw-action.ts';
import { drawMetadata, drawTags } from './servers/draw-parts.ts';
import { drawCreate, drawUpdate } from './servers/draw-server.ts';
import { nothing } from './servers/server-fields.ts';

/** What is written to servers, and what comes of it. */
export const servers: ComparedNoun = {
  name: 'servers',
  settles: true,
  seams: [
    '2.3',
    '2.6',
    '2.8',
    '2.9',
    '2.17',
    '2.19',
    '2.21',
    '2.26',
    '2.37',
    '2.39',
    '2.45',
    '2.47',
    '2.48',
    '2.51',
    '2.52',
    '2.54',
    '2.57',
    '2.58',
    '2.62',
    '2.63',
    '2.71',
    '2.73',
    '2.74',
    '2.75',
    '2.78',
    '2.77',
    '2.84',
    '2.90',
    '2.91',
  ],
  begin: [
    flavor('1', { ram: 512 }),
    flavor('2', { vcpus: 2, ram: 1024, disk: 2, 'OS-FLV-EXT-DATA:ephemeral': 1, swap: 512 }),
    flavor('huge', { ram: 20_000 }),
    flavor('zero', { disk: 0 }),
    flavor('many', { vcpus: 21, ram: 60_000 }),
    {
      route: 'POST /os-keypairs',
      method: 'POST',
      path: '/os-keypairs',
      body: { keypair: { name: 'k1', public_key: publicKey() } },
    },
  ],
  draw: (prng, known) => {
    const server = drawServer(prng, known);
    const path = `/servers/${server}`;
    return prng.weighted<() => Draft>([
      [known.of('server').length < 3 ? 60 : 12, () => drawCreate(prng)],
      [60, () => drawAction(prng, server)],
      [8, () => drawUpdate(prng, server)],
      [4, () => ({ route: 'DELETE /servers/{id}', method: 'DELETE', path })],
      [10, () => ({ route: 'GET /servers/{id}', method: 'GET', path })],
      [4, () => ({ route: 'GET /servers/detail', method: 'GET', path: '/servers/detail' })],
      [6, () => ({ route: 'GET diagnostics', method: 'GET', path: `${path}/diagnostics` })],
      [3, () => ({ route: 'GET topology', method: 'GET', path: `${path}/topology` })],
      [12, () => drawActions(prng, known, server)],
      [4, () => drawBeside(prng, server)],
      [12, () => drawMetadata(prng, server)],
      [10, () => drawTags(prng, server)],
    ])();
  },
  state: (known) => [
    { route: 'GET /servers/detail', method: 'GET', path: '/servers/detail', query: [['all_tenants', '1']] },
    ...known.of('server').map(listOfActions),
  ],
  closely: (known) =>
    known.of('server').flatMap((server) => {
      return known.of('instanceaction', `/servers/${server}/`).flatMap((id, index) => {
        const look = oneAction(server, id);
        const caller = index % 2 === 0 ? 'member' : 'reader';
        const version = stepVersions[index % stepVersions.length] ?? '2.1';
        return [look, { ...look, version }, { ...look, version, caller }];
      });
    }),
};

/** Those at which the steps of an action change, and those before. */
const stepVersions = ['2.50', '2.51', '2.57', '2.58', '2.61', '2.62', '2.83', '2.84'];

function flavor(id: string, fields: Readonly<Record<string, number>>): Draft {
  const all = { id, name: `f${id}`, vcpus: 1, ram: 512, disk: 1, ...fields };
  return { route: 'POST /flavors', method: 'POST', path: '/flavors', body: { flavor: all } };
}

function publicKey(): string {
  return 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFh';
}

/** Mostly one of the newest, so that several things are done with each before it is gone. */
function drawServer(prng: Prng, known: KnownIds): string {
  const all = known.of('server');
  if (all.length === 0 || prng.chance(0.05)) return prng.pick([nothing, 'nope']);
  return prng.pick(prng.chance(0.8) ? all.slice(-3) : all);
}

/** What servers have elsewhere, and not here. */
function drawBeside(prng: Prng, server: string): Draft {
  if (prng.chance(0.5)) {
    const [protocol, type] = prng.pick([
      ['serial', 'serial'],
      ['spice', 'spice-html5'],
      ['rdp', 'serial'],
      ['mks', 'webmks'],
      ['x', 'novnc'],
      ['serial', 'x'],
    ]);
    const body = { remote_console: { protocol, type } };
    return {
      route: 'POST remote-consoles',
      method: 'POST',
      path: `/servers/${server}/remote-consoles`,
      body,
    };
  }
  if (prng.chance(0.3)) {
    const method = prng.pick(['GET', 'DELETE']);
    return { route: `${method} os-server-password`, method, path: `/servers/${server}/os-server-password` };
  }
  const path = `/servers/${server}/os-volume_attachments`;
  if (prng.chance(0.4))
    return { route: 'GET volume', method: 'GET', path: `${path}/${prng.pick([nothing, 'x'])}` };
  const query = prng.pick<readonly (readonly [string, string])[]>([
    [],
    [['limit', '1']],
    [['limit', 'x']],
    [['offset', '2']],
    [['x', '1']],
  ]);
  return { route: 'GET volumes', method: 'GET', path, query };
}

/** What was done with a server, or one of these with its steps. */
function drawActions(prng: Prng, known: KnownIds, server: string): Draft {
  const ids = known.of('instanceaction', `/servers/${server}/`);
  return ids.length === 0 || prng.chance(0.4) ? listOfActions(server) : oneAction(server, prng.pick(ids));
}

function listOfActions(server: string): Draft {
  return {
    route: 'GET os-instance-actions',
    method: 'GET',
    path: `/servers/${server}/os-instance-actions`,
  };
}

function oneAction(server: string, id: string): Draft {
  return {
    route: 'GET os-instance-actions/{id}',
    method: 'GET',
    path: `/servers/${server}/os-instance-actions/req-${id}`,
  };
}
