import type { CallerName } from '../../callers.ts';
import { image, missing, type Player, type Scenario } from '../player.ts';

/** The life of a server, of an administrator and of a member of a project. */
export const servers: Scenario = async (player) => {
  const { ask } = player;
  await ask('POST /flavors', { flavor: { name: 's', id: 's', ram: 64, vcpus: 1, disk: 1 } });
  for (const as of ['admin', 'member'] as const) {
    const id = await create(player, as);
    await look(player, id, as);
    await change(player, id, as);
    await actions(player, id, as);
    await inState(player, id, as);
    await ask(`DELETE /servers/${id}`, undefined, { as });
    await player.settle();
    await ask(`DELETE /servers/${id}`, undefined, { as });
    await ask(`GET /servers/${id}/os-instance-actions`);
    for (const list of ['/servers', '/servers/detail']) {
      await ask(`GET ${list}?deleted=true`);
      await ask(`GET ${list}?changes-since=2020-01-01`, undefined, { as });
    }
  }
};

async function create(player: Player, as: CallerName): Promise<string> {
  const { ask, from } = player;
  const server = {
    name: 'web',
    imageRef: image,
    flavorRef: 's',
    metadata: { k: 'v' },
    ...from('2.19', { description: 'described' }),
    ...from('2.37', { networks: 'auto' }),
    ...from('2.52', { tags: ['one'] }),
    ...from('2.90', { hostname: 'web' }),
  };
  await ask('POST /servers', { server: { ...server, flavorRef: 'none' } }, { as });
  await ask('POST /servers', { server: { ...server, imageRef: missing } }, { as });
  await ask('POST /servers', { server: { ...server, unknown: 1 } }, { as });
  await ask('POST /servers', { server: { name: 'web' } }, { as });
  await ask('POST /servers', { server: { ...server, availability_zone: 'nova:host1' } }, { as: 'reader' });
  const several = { ...server, min_count: 2, max_count: 2, return_reservation_id: true };
  await ask('POST /servers', { server: several }, { as });
  const { body } = await ask('POST /servers', { server }, { as });
  await ask(`GET /servers/${body.server.id}`, undefined, { as });
  await player.settle();
  const { body: listed } = await ask('GET /servers?name=web-', undefined, { as });
  for (const { id } of listed.servers) await ask(`DELETE /servers/${id}`, undefined, { as });
  await player.settle();
  return body.server.id as string;
}

/** How lists and single servers are shown, to whom. */
async function look({ ask }: Player, id: string, as: CallerName): Promise<void> {
  for (const list of ['/servers', '/servers/detail']) {
    for (const query of [
      '',
      '?limit=1',
      '?limit=-1',
      '?status=active&name=w',
      '?name=[',
      '?changes-since=2020-01-01&changes-before=2019-01-01',
      '?all_tenants=1',
      '?unknown=1',
      '?tags=one',
      '?locked=true',
      `?marker=${missing}`,
    ]) {
      await ask(`GET ${list}${query}`, undefined, { as });
    }
  }
  for (const seer of [as, 'admin', 'reader', 'another project'] as const) {
    await ask(`GET /servers/${id}`, undefined, { as: seer });
    await ask(`GET /servers/${id}/os-instance-actions`, undefined, { as: seer });
  }
  await ask(`GET /servers/${missing}`, undefined, { as });
}

/** What can be changed of a server, each with what cannot. */
async function change({ ask }: Player, id: string, as: CallerName): Promise<void> {
  const server = `/servers/${id}`;
  const none = `/servers/${missing}`;
  await ask(`PUT ${server}`, { server: { name: 'db' } }, { as });
  await ask(`PUT ${server}`, { server: { description: 'x' } }, { as });
  await ask(`PUT ${server}`, { server: { hostname: 'db' } }, { as });
  await ask(`PUT ${none}`, { server: { name: 'db' } }, { as });
  for (const there of [server, none]) {
    await ask(`GET ${there}/metadata`, undefined, { as });
    await ask(`POST ${there}/metadata`, { metadata: { a: 'b' } }, { as });
    await ask(`PUT ${there}/metadata`, { metadata: { a: 'c', k: 'v' } }, { as });
    await ask(`PUT ${there}/metadata/a`, { meta: { a: 'd' } }, { as });
    await ask(`GET ${there}/metadata/a`, undefined, { as });
    await ask(`DELETE ${there}/metadata/a`, undefined, { as });
    await ask(`GET ${there}/tags`, undefined, { as });
    await ask(`PUT ${there}/tags`, { tags: ['x', 'y'] }, { as });
    await ask(`PUT ${there}/tags/two`, undefined, { as });
    await ask(`PUT ${there}/tags/two`, undefined, { as });
    await ask(`GET ${there}/tags/two`, undefined, { as });
    await ask(`DELETE ${there}/tags/two`, undefined, { as });
    await ask(`DELETE ${there}/tags`, undefined, { as });
    await ask(`GET ${there}/ips`, undefined, { as });
  }
  await ask(`PUT ${server}/metadata/a`, { meta: { b: 'd' } }, { as });
  await ask(`PUT ${server}/tags`, { tags: ['a/b'] }, { as });
  const { body } = await ask(`GET ${server}/ips`, undefined, { as });
  for (const network of [...Object.keys(body.addresses), 'none']) {
    await ask(`GET ${server}/ips/${network}`, undefined, { as });
  }
}

/** What was done with a server, and its moves, of which there are none. */
async function actions({ ask }: Player, id: string, as: CallerName): Promise<void> {
  const path = `/servers/${id}/os-instance-actions`;
  const { body } = await ask(`GET ${path}`, undefined, { as });
  for (const seer of [as, 'admin', 'reader'] as const) {
    await ask(`GET ${path}/${body.instanceActions[0].request_id}`, undefined, { as: seer });
  }
  await ask(`GET ${path}/req-${missing}`, undefined, { as });
  await ask(`GET /servers/${missing}/os-instance-actions`, undefined, { as });
  await ask(`GET ${path}?limit=1`, undefined, { as });
  await ask(`GET ${path}?changes-since=2020-01-01`, undefined, { as });
  await ask(`GET ${path}?changes-before=2020-01-01`, undefined, { as });
  await ask(`GET ${path}?unknown=1`, undefined, { as });
  for (const query of ['', '?limit=1', '?changes-since=2020-01-01', '?changes-before=wrong', '?unknown=1']) {
    await ask(`GET /os-migrations${query}`, undefined, { as });
  }
  await ask(`GET /servers/${id}/migrations`, undefined, { as });
  await ask(`GET /servers/${id}/migrations/1`, undefined, { as });
  await ask(`GET /servers/${missing}/migrations`);
}

/** Every action, where it is possible, where it is not, and of a server that is not there. */
async function inState(player: Player, id: string, as: CallerName): Promise<void> {
  const { from } = player;
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
    { lock: from('2.73', { locked_reason: 'because' }) },
    { unlock: null },
    { rescue: null },
    { rescue: null },
    { unrescue: null },
    { unrescue: null },
    { changePassword: { adminPass: 'secret' } },
    { createImage: { name: 'snapshot' } },
    { restore: null },
    { unknown: null },
    { pause: null, unpause: null },
  ]) {
    await act('lock' in action && !('locked_reason' in action.lock) ? { lock: null } : action);
  }
  for (const state of ['error', 'wrong', 'active']) await act({ 'os-resetState': { state } });
  await act({ 'os-resetState': { state: 'error' } }, 'admin');
  await player.ask(`GET /servers/${id}`, undefined, { as });
  await player.ask('GET /servers/detail', undefined, { as });
  await act({ 'os-resetState': { state: 'active' } }, 'admin');
  await act({ lock: null }, 'admin');
  await act({ 'os-stop': null }, 'member');
  await act({ unlock: null }, 'admin');
  const elsewhere = [
    ...[
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
    ],
    'forceDelete',
  ].map((name) => ({ [name]: null }));
  for (const action of [
    ...elsewhere,
    { reboot: { type: 'SOFT' } },
    { rebuild: { imageRef: image } },
    { rescue: null },
    { changePassword: { adminPass: 'secret' } },
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
