import { image, missing, type Scenario } from '../player.ts';

/** What operators see of hosts and say of them. */
export const hosts: Scenario = async (player) => {
  const { ask } = player;
  await ask('POST /flavors', { flavor: { id: 'small', name: 'small', vcpus: 1, ram: 64, disk: 1 } });
  const server = { name: 'one', flavorRef: 'small', imageRef: image, networks: 'none' };
  const { networks: _, ...older } = server;
  const { body } = await ask('POST /servers', {
    server: 'is' in player.from('2.37', { is: true }) ? server : older,
  });
  await player.settle();
  await ask('GET /os-availability-zone/detail');
  await ask('GET /os-availability-zone/detail', undefined, { as: 'member' });
  await machines(player, body.server.id);
  await usage(player);
  await hypervisors(player);
  await services(player);
};

async function machines(player: Parameters<Scenario>[0], server: string): Promise<void> {
  const { ask } = player;
  for (const id of [server, missing]) {
    await ask(`GET /servers/${id}/diagnostics`);
    await ask(`GET /servers/${id}/topology`);
  }
  await player.act(server, { 'os-stop': null });
  await ask(`GET /servers/${server}/diagnostics`);
}

const usage: Scenario = async ({ ask }) => {
  const window = 'start=2026-01-01T00:00:00&end=2036-01-01T00:00:00';
  for (const path of ['/os-simple-tenant-usage', '/os-simple-tenant-usage/admin']) {
    await ask(`GET ${path}?${window}`);
    await ask(`GET ${path}?${window}&limit=1`);
    await ask(`GET ${path}?start=x`);
    await ask(`GET ${path}?${window}`, undefined, { as: 'member' });
  }
  await ask(`GET /os-simple-tenant-usage?detailed=1&${window}`);
  await ask(`GET /os-simple-tenant-usage/nobody?${window}`);
};

const hypervisors: Scenario = async ({ ask }) => {
  const { body } = await ask('GET /os-hypervisors');
  await ask('GET /os-hypervisors?limit=1');
  await ask('GET /os-hypervisors?limit=-1');
  await ask('GET /os-hypervisors?hypervisor_hostname_pattern=host&with_servers=true');
  await ask('GET /os-hypervisors?hypervisor_hostname_pattern=nohost');
  await ask('GET /os-hypervisors/detail');
  await ask('GET /os-hypervisors/detail?with_servers=1');
  await ask('GET /os-hypervisors/detail?limit=-1');
  await ask('GET /os-hypervisors/detail', undefined, { as: 'member' });
  await ask('GET /os-hypervisors/statistics');
  const [{ id }] = body.hypervisors;
  await ask(`GET /os-hypervisors/${id}`);
  await ask(`GET /os-hypervisors/${id}?with_servers=1`);
  await ask(`GET /os-hypervisors/${missing}`);
  await ask(`GET /os-hypervisors/${id}/uptime`);
  await ask(`GET /os-hypervisors/${missing}/uptime`);
  for (const name of ['host', 'nohost']) {
    await ask(`GET /os-hypervisors/${name}/search`);
    await ask(`GET /os-hypervisors/${name}/servers`);
  }
};

const services: Scenario = async ({ ask, from }) => {
  const { body } = await ask('GET /os-services');
  await ask('GET /os-services?host=host1&binary=nova-compute');
  await ask('GET /os-services', undefined, { as: 'member' });
  const [first, ...others] = body.services;
  const named = { host: first.host, binary: first.binary };
  const disabled = { status: 'disabled', disabled_reason: 'broken' };
  const isNewer = 'is' in from('2.53', { is: true });
  const put = (action: string, more: object, newer: object) =>
    isNewer
      ? ask(`PUT /os-services/${first.id}`, newer)
      : ask(`PUT /os-services/${action}`, { ...named, ...more });
  await put('disable-log-reason', { disabled_reason: 'broken' }, disabled);
  await put('enable', {}, { status: 'enabled' });
  await put('force-down', { forced_down: true }, { forced_down: true });
  await put('nonsense', {}, {});
  await put('force-down', { forced_down: false }, { forced_down: false });
  await ask(`PUT /os-services/${isNewer ? missing : 'enable'}`, isNewer ? {} : { ...named, host: 'nohost' });
  await ask(`DELETE /os-services/${isNewer ? missing : 99}`);
  // There is a server on one of them.
  for (const { id } of [first, ...others]) await ask(`DELETE /os-services/${id}`);
};
