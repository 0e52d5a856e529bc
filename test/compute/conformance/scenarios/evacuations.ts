import { image, missing, type Scenario } from '../player.ts';

/** A server whose host is down is made anew on another one, and the host comes back. */
export const evacuations: Scenario = async (player) => {
  const { ask, from } = player;
  await ask('POST /flavors', { flavor: { name: 's', id: 's', ram: 64, vcpus: 1, disk: 1 } });
  const server = {
    name: 'evacuated',
    imageRef: image,
    flavorRef: 's',
    ...from('2.37', { networks: 'none' }),
  };
  const { body } = await ask('POST /servers', { server });
  await player.settle();
  const { id } = body.server;
  const tellsDisks = !('found' in from('2.14', { found: true }));
  const asked = (more: object = {}) => ({
    evacuate: { ...(tellsDisks ? { onSharedStorage: false } : {}), ...more },
  });

  // Its host is up.
  await player.act(id, asked());
  await ask(`POST /servers/${missing}/action`, asked());
  await ask(`POST /servers/${id}/action`, asked(), { as: 'reader' });
  await ask(`POST /servers/${id}/action`, { evacuate: { nope: 1 } });
  const shown = await ask(`GET /servers/${id}`);
  const host = shown.body.server['OS-EXT-SRV-ATTR:host'];
  await player.turnHost(host, 'stop');
  await player.act(id, asked({ host: 'nohost' }));
  await player.act(id, asked({ adminPass: 'secret' }));
  await ask(`GET /servers/${id}`);
  await ask('GET /os-migrations');
  await player.turnHost(host, 'start');
  await player.settle();
  await ask('GET /os-migrations');
};
