import type { CallerName } from '../../callers.ts';
import { image, missing, type Player } from '../player.ts';

/** Every action, where it is possible, where it is not, and of a server that is not there. */
export async function actOnServer(player: Player, id: string, as: CallerName): Promise<void> {
  const { from } = player;
  const withReason = from('2.73', { lock: { locked_reason: 'because' } });
  const act = (action: object, by = as) => player.act(id, action, { as: by });
  for (const action of [
    { reboot: { type: 'HARD' } },
    { 'os-stop': null },
    { 'os-stop': null },
    { 'os-start': null },
    { 'os-start': null },
    { pause: null },
    { pause: null },
    { unpause: null },
    { unpause: null },
    { suspend: null },
    { suspend: null },
    { resume: null },
    { resume: null },
    { rebuild: { imageRef: image, ...from('2.57', { user_data: 'YQ==' }) } },
    { rebuild: { imageRef: missing } },
    { rebuild: { name: 'x' } },
    { lock: null },
    ...('lock' in withReason ? [withReason] : []),
    { unlock: null },
    { rescue: null },
    { rescue: null },
    { unrescue: null },
    { unrescue: null },
    { changePassword: { adminPass: 'secret' } },
    { 'os-getConsoleOutput': { length: 2 } },
    { createImage: { name: 'snapshot' } },
    { restore: null },
    { unknown: null },
    { pause: null, unpause: null },
  ]) {
    await act(action);
  }
  for (const state of ['error', 'wrong', 'active']) await act({ 'os-resetState': { state } });
  await act({ 'os-resetState': { state: 'error' } }, 'admin');
  await player.ask(`GET /servers/${id}`, undefined, { as });
  await player.ask('GET /servers/detail', undefined, { as });
  await act({ 'os-resetState': { state: 'active' } }, 'admin');
  await act({ lock: null }, 'admin');
  await act({ 'os-stop': null }, 'member');
  await act({ unlock: null }, 'admin');
  for (const action of [
    ...plain.map((name) => ({ [name]: null })),
    { reboot: { type: 'SOFT' } },
    { rebuild: { imageRef: image } },
    { rescue: null },
    { changePassword: { adminPass: 'secret' } },
    { 'os-getConsoleOutput': {} },
    { createImage: { name: 'snapshot' } },
    { 'os-resetState': { state: 'active' } },
  ]) {
    await player.ask(`POST /servers/${missing}/action`, action);
  }
  if (as === 'admin') return;
  const { body } = await player.ask('POST /servers', {
    server: { name: 'gone', imageRef: image, flavorRef: 's', ...from('2.37', { networks: 'none' }) },
  });
  await player.settle();
  await player.act(body.server.id, { forceDelete: null });
}

const plain = [
  'os-start',
  'os-stop',
  'pause',
  'unpause',
  'suspend',
  'resume',
  'lock',
  'unlock',
  'unrescue',
  'restore',
  'forceDelete',
];
