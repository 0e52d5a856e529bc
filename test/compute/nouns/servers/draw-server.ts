import type { Prng } from '@berth/testing/prng.ts';
import type { Draft } from '../../draft.ts';
import { fillIn, image, nothing } from './server-fields.ts';

export function drawCreate(prng: Prng): Draft {
  const server: Record<string, unknown> = {
    name: 'web',
    flavorRef: prng.pick(['1', '2']),
    imageRef: image,
    networks: 'auto',
  };
  if (prng.chance(0.3)) delete server['networks'];
  fillIn(prng, server, prng.pick([0, 0, 1, 1, 2, 3]));
  if (prng.chance(0.05)) delete server[prng.pick(Object.keys(server))];
  const hints = [{ group: nothing }, { foo: 'bar' }, { target_cell: ' ' }, { same_host: nothing }];
  return {
    route: 'POST /servers',
    method: 'POST',
    path: '/servers',
    body: { server, ...(prng.chance(0.08) ? { 'os:scheduler_hints': prng.pick(hints) } : {}) },
    ...(prng.chance(0.5) ? { version: '2.93' } : {}),
  };
}

const ofUpdate = new Set([
  'name',
  'OS-DCF:diskConfig',
  'accessIPv4',
  'accessIPv6',
  'description',
  'hostname',
  'nope',
]);

export function drawUpdate(prng: Prng, server: string): Draft {
  const body: Record<string, unknown> = {};
  fillIn(prng, body, prng.pick([0, 1, 1, 2]), (key) => ofUpdate.has(key));
  return { route: 'PUT /servers/{id}', method: 'PUT', path: `/servers/${server}`, body: { server: body } };
}
