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
  await look(player, id);
};

async function create({ ask, from, settle }: Player): Promise<string> {
  const server = { name: 'moving', imageRef: image, flavorRef: 's', ...from('2.37', { networks: 'none' }) };
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
