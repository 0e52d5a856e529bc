import { setTimeout as pause } from 'node:timers/promises';
import { image, missing, type Player, type Scenario } from '../player.ts';

/** A server that goes to other hosts and back, and what is told of that. */
export const moves: Scenario = async (player) => {
  const { ask } = player;
  for (const [id, disk] of [
    ['s', 1],
    ['m', 2],
    ['vast', 2000],
  ] as const) {
    await ask('POST /flavors', { flavor: { name: id, id, ram: 64, vcpus: 1, disk } });
  }
  const id = await create(player);
  const act = (action: object) => player.act(id, action);
  for (const action of [
    { confirmResize: null },
    { revertResize: null },
    { resize: { flavorRef: 's' } },
    { resize: { flavorRef: 'nope' } },
    { resize: {} },
    { resize: { flavorRef: 'vast' } },
    { resize: { flavorRef: 'm', 'OS-DCF:diskConfig': 'AUTO' } },
    { resize: { flavorRef: 's' } },
    { revertResize: null },
    { migrate: null },
    { migrate: null },
    { confirmResize: null },
    ...('migrate' in player.from('2.56', { migrate: 1 }) ? [{ migrate: { host: 'nohost' } }] : []),
  ]) {
    await act(action);
    await ask(`GET /servers/${id}`);
    await ask('GET /servers/detail');
  }
  for (const action of ['resize', 'confirmResize', 'revertResize', 'migrate']) {
    const body = action === 'resize' ? { flavorRef: 'm' } : null;
    await ask(`POST /servers/${missing}/action`, { [action]: body });
    await ask(`POST /servers/${id}/action`, { [action]: body }, { as: 'reader' });
  }
  await moveLive(player);
  await look(player, id);
};

/** Servers that are moved while they run: at once, and as slowly as it takes to say that one is to stay, or to come to an end. */
async function moveLive(player: Player): Promise<void> {
  const { ask, from } = player;
  const isFree = 'free' in from('2.25', { free: true });
  const asked = (more: object = {}) => ({
    'os-migrateLive': {
      host: null,
      ...(isFree ? { block_migration: 'auto' } : { block_migration: false, disk_over_commit: false }),
      ...more,
    },
  });
  const id = await create(player);
  await ask(`POST /servers/${missing}/action`, asked());
  await ask(`POST /servers/${id}/action`, asked(), { as: 'reader' });
  for (const more of [{ host: 'nohost' }, { nope: 1 }, {}]) await player.act(id, asked(more));
  const path = `/servers/${id}/migrations`;
  await ask(`GET ${path}/99`);
  await ask(`DELETE ${path}/99`);
  await ask(`POST ${path}/99/action`, { force_complete: null });
  await ask(`POST ${path}/99/action`, { force_complete: {} });
  await ask('POST /flavors', { flavor: { name: 'slow', id: 'slow', ram: 64, vcpus: 1, disk: 1 } });
  if ('forced' in from('2.22', { forced: true })) await endLive(player, asked(), 'force');
  if ('aborted' in from('2.24', { aborted: true })) await endLive(player, asked(), 'abort');
}

async function endLive(player: Player, asked: object, end: 'force' | 'abort'): Promise<void> {
  const { ask, from } = player;
  const id = await create(player, 'slow');
  await ask(`POST /servers/${id}/action`, asked);
  const number = await movingOf(player, id);
  await ask(`POST /servers/${id}/action`, asked);
  const path = `/servers/${id}/migrations`;
  if ('shown' in from('2.23', { shown: true })) {
    await ask(`GET ${path}`);
    await ask(`GET ${path}/${number}`);
  }
  await ask('GET /os-migrations');
  if (end === 'abort') await ask(`DELETE ${path}/${number}`);
  else await ask(`POST ${path}/${number}/action`, { force_complete: null });
  await player.settle();
  await ask(`GET /servers/${id}`);
}

/** The number of a migration that runs; or is over, where none is slow. */
async function movingOf({ ask }: Player, id: string): Promise<number> {
  for (;;) {
    const { body } = await ask(`GET /os-migrations?instance_uuid=${id}`);
    const [{ id: number, status }] = body.migrations;
    if (!['accepted', 'queued', 'preparing'].includes(status)) return number;
    await pause(20);
  }
}

async function create({ ask, from, settle }: Player, flavorRef = 's'): Promise<string> {
  const server = { name: 'moving', imageRef: image, flavorRef, ...from('2.37', { networks: 'none' }) };
  const { body } = await ask('POST /servers', { server });
  await settle();
  return body.server.id as string;
}

async function look({ ask, from }: Player, id: string): Promise<void> {
  await ask('GET /os-migrations');
  await ask(`GET /os-migrations?instance_uuid=${id}&status=confirmed&migration_type=migration`);
  await ask('GET /os-migrations', undefined, { as: 'member' });
  if ('paged' in from('2.59', { paged: true })) {
    await ask('GET /os-migrations?limit=1');
    await ask('GET /os-migrations?marker=nope');
  }
  if ('window' in from('2.66', { window: true })) {
    await ask('GET /os-migrations?changes-before=2020-01-01&changes-since=2021-01-01');
  }
  const { body } = await ask(`GET /servers/${id}/os-instance-actions`);
  for (const { request_id: requestId } of body.instanceActions) {
    await ask(`GET /servers/${id}/os-instance-actions/${requestId}`);
  }
}
