import type { CallerName } from '../../callers.ts';
import { image, missing, type Player, type Scenario } from '../player.ts';
import { actOnServer } from './act-on-server.ts';
import { shelveServer } from './shelve-server.ts';
import { changeServer } from './change-server.ts';
import { lookBack } from './look-back.ts';

/** The life of a server, of an administrator and of a member of a project. */
export const servers: Scenario = async (player) => {
  const { ask } = player;
  await ask('POST /flavors', { flavor: { name: 's', id: 's', ram: 64, vcpus: 1, disk: 1 } });
  for (const as of ['admin', 'member'] as const) {
    const id = await create(player, as);
    await look(player, id, as);
    await changeServer(player, id, as);
    await lookBack(player, id, as);
    await actOnServer(player, id, as);
    await shelveServer(player, id, as);
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
