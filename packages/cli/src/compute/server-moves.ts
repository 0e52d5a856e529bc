import { textAt, thingAt } from '../asking/service.ts';
import { actionCommand, type Call, showCommand } from '../command/client-command.ts';
import { forEach } from '../command/for-each.ts';
import { flag, neededText, pairs, someTexts, text, texts } from '../command/option.ts';
import { imageId } from './find-image.ts';
import { findFlavor, findServer, serverId } from './find-thing.ts';
import { serverView } from './server-view.ts';
import { act } from './servers.ts';
import { waitForServer } from './wait-for-server.ts';

const server = neededText('<server>', 'The server, by name or id.');
const wait = flag('Come back when it is done.');

export const serverReboot = actionCommand('compute', {
  takes: { server },
  options: {
    hard: flag('As if the power had gone.', { not: ['soft'] }),
    soft: flag('By asking it (so unless told).'),
    wait,
  },
  act: async (call) => {
    const id = await serverId(call.service, call.values.server);
    await act(call.service, id, { reboot: { type: call.values.hard ? 'HARD' : 'SOFT' } });
    await waited(call, id, ['ACTIVE'], 'rebooting');
  },
});

export const serverResize = actionCommand('compute', {
  description: 'It waits to be confirmed afterwards, or reverted.',
  takes: { server },
  options: {
    flavor: text('<flavor>', 'The new flavor, by name or id.', { not: ['confirm', 'revert'] }),
    confirm: flag('As server resize confirm.', { not: ['revert'] }),
    revert: flag('As server resize revert.'),
    wait,
  },
  act: async (call) => {
    const { service, values } = call;
    const id = await serverId(service, values.server);
    if (values.confirm) await act(service, id, { confirmResize: null });
    else if (values.revert) await act(service, id, { revertResize: null });
    else if (values.flavor !== undefined) {
      await act(service, id, {
        resize: { flavorRef: textAt(await findFlavor(service, values.flavor), 'id') },
      });
      await waited(call, id, ['VERIFY_RESIZE', 'ACTIVE'], 'resizing');
    }
  },
});

/** The same after a resize and a cold migration. */
function ending(action: 'confirmResize' | 'revertResize') {
  return actionCommand('compute', {
    takes: { server },
    act: async ({ service, values }) => {
      await act(service, await serverId(service, values.server), { [action]: null });
    },
  });
}

export const serverResizeConfirm = ending('confirmResize');
export const serverResizeRevert = ending('revertResize');

export const serverMigrate = actionCommand('compute', {
  takes: { server },
  options: {
    liveMigration: flag('While it runs.'),
    host: text(
      '<host>',
      'To this host; of cold migrations from 2.56, of live ones from 2.30 checked by the scheduler.',
    ),
    sharedMigration: flag('Its disks are where both hosts reach them; before 2.25.', {
      not: ['blockMigration'],
    }),
    blockMigration: flag('Its disks are copied; from 2.25 on that is found out.'),
    diskOvercommit: flag('The new host may have less room than its disks could take; before 2.25.'),
    wait,
  },
  act: async (call) => {
    const { service, values } = call;
    const id = await serverId(service, values.server);
    if (values.liveMigration) {
      await act(service, id, { 'os-migrateLive': liveBody(call) });
      await waited(call, id, ['ACTIVE', 'PAUSED'], 'migrating');
    } else {
      await act(service, id, { migrate: values.host === undefined ? null : { host: values.host } });
      await waited(call, id, ['VERIFY_RESIZE'], 'migrating');
    }
  },
});

function liveBody({
  service,
  values,
}: Call<{
  host: string | undefined;
  blockMigration: boolean;
  diskOvercommit: boolean;
  sharedMigration: boolean;
}>) {
  const { host = null } = values;
  if (!service.version.has('2.25'))
    return { host, block_migration: values.blockMigration, disk_over_commit: values.diskOvercommit };
  return { host, block_migration: values.blockMigration ? true : values.sharedMigration ? false : 'auto' };
}

export const serverEvacuate = showCommand('compute', {
  description: 'It is made again on another host, where its own is down.',
  takes: { server },
  options: {
    host: text('<host>', 'On this host.', { since: '2.29' }),
    password: text('<password>', 'Of its administrator from then on.'),
    sharedStorage: flag('Its disks are where both hosts reach them; before 2.14.'),
    wait,
  },
  show: async (call) => {
    const { service, cloud, values, outside } = call;
    const id = await serverId(service, values.server);
    const body = {
      ...(values.host === undefined ? {} : { host: values.host }),
      ...(values.password === undefined ? {} : { adminPass: values.password }),
      ...(service.version.has('2.14') ? {} : { onSharedStorage: values.sharedStorage }),
    };
    await act(service, id, { evacuate: body });
    if (values.wait) await waitForServer(service, id, ['ACTIVE', 'SHUTOFF'], outside, { verb: 'evacuating' });
    return serverView(service, cloud, thingAt(await service.get(`/servers/${id}`), 'server'));
  },
});

export const serverRebuild = showCommand('compute', {
  description: 'It is made again where it is, of an image; all else stays.',
  takes: { server },
  options: {
    image: text('<image>', 'The image, by name or id; its own, unless given.'),
    name: text('<name>', 'A new name.'),
    password: text('<password>', 'Of its administrator from then on.'),
    property: pairs('What is to be known of it, instead of what is.'),
    description: text('<text>', 'What it is for.', { since: '2.19' }),
    preserveEphemeral: flag('Keep its ephemeral disks.'),
    keyName: text('<key>', 'Another key pair.', { since: '2.54', not: ['noKeyName'] }),
    noKeyName: flag('No key pair any more.', { since: '2.54' }),
    userData: text('<file>', 'What it reads when it starts.', { since: '2.57', not: ['noUserData'] }),
    noUserData: flag('Nothing to read any more.', { since: '2.57' }),
    trustedImageCert: texts('<id>', 'A certificate that the image must be signed with.', { since: '2.63' }),
    hostname: text('<name>', 'A new name for itself.', { since: '2.90' }),
    wait,
  },
  show: async (call) => {
    const { service, cloud, values, outside } = call;
    const found = await findServer(service, values.server);
    const id = textAt(found, 'id');
    const imageRef =
      values.image === undefined ? textAt(thingAt(found, 'image'), 'id') : await imageId(cloud, values.image);
    const body = {
      imageRef,
      ...(values.name === undefined ? {} : { name: values.name }),
      ...(values.password === undefined ? {} : { adminPass: values.password }),
      ...(Object.keys(values.property).length === 0 ? {} : { metadata: values.property }),
      ...(values.description === undefined ? {} : { description: values.description }),
      ...(values.preserveEphemeral ? { preserve_ephemeral: true } : {}),
      ...(values.noKeyName
        ? { key_name: null }
        : values.keyName === undefined
          ? {}
          : { key_name: values.keyName }),
      ...(values.noUserData
        ? { user_data: null }
        : values.userData === undefined
          ? {}
          : { user_data: Buffer.from(outside.readText(values.userData)).toString('base64') }),
      ...(values.trustedImageCert.length === 0
        ? {}
        : { trusted_image_certificates: values.trustedImageCert }),
      ...(values.hostname === undefined ? {} : { hostname: values.hostname }),
    };
    const rebuilt = thingAt(await service.post(`/servers/${id}/action`, { rebuild: body }), 'server');
    if (!values.wait) return serverView(service, cloud, rebuilt);
    const after = await waitForServer(service, id, ['ACTIVE', 'SHUTOFF'], outside, { verb: 'rebuilding' });
    const { adminPass } = rebuilt;
    return serverView(service, cloud, { ...after, ...(adminPass === undefined ? {} : { adminPass }) });
  },
});

const servers = someTexts('<server>', 'Servers, by name or id.');

export const serverShelve = actionCommand('compute', {
  takes: { servers },
  options: { offload: flag('From its host at once, too.'), wait },
  act: async (call) => {
    const { service, values, outside } = call;
    const work = { verb: 'shelve', noun: 'server', complain: outside.complain };
    await forEach(values.servers, work, async (name) => {
      const id = await serverId(service, name);
      await act(service, id, { shelve: null });
      if (!values.wait && !values.offload) return;
      const after = await waitForServer(service, id, ['SHELVED', 'SHELVED_OFFLOADED'], outside, {
        verb: 'shelving',
      });
      if (!values.offload || textAt(after, 'status') === 'SHELVED_OFFLOADED') return;
      await act(service, id, { shelveOffload: null });
      if (values.wait)
        await waitForServer(service, id, ['SHELVED_OFFLOADED'], outside, { verb: 'offloading' });
    });
  },
});

export const serverUnshelve = actionCommand('compute', {
  takes: { servers },
  options: {
    availabilityZone: text('<zone>', 'In this zone.', { since: '2.77', not: ['noAvailabilityZone'] }),
    noAvailabilityZone: flag('In whatever zone.', { since: '2.91' }),
    host: text('<host>', 'On this host.', { since: '2.91' }),
    wait,
  },
  act: async (call) => {
    const { service, values, outside } = call;
    const place = {
      ...(values.noAvailabilityZone
        ? { availability_zone: null }
        : values.availabilityZone === undefined
          ? {}
          : { availability_zone: values.availabilityZone }),
      ...(values.host === undefined ? {} : { host: values.host }),
    };
    const work = { verb: 'unshelve', noun: 'server', complain: outside.complain };
    await forEach(values.servers, work, async (name) => {
      const id = await serverId(service, name);
      await act(service, id, { unshelve: Object.keys(place).length === 0 ? null : place });
      if (values.wait)
        await waitForServer(service, id, ['ACTIVE', 'SHUTOFF'], outside, { verb: 'unshelving' });
    });
  },
});

async function waited(
  { service, values, outside }: Call<{ readonly wait: boolean }>,
  id: string,
  states: readonly string[],
  verb: string,
): Promise<void> {
  if (!values.wait) return;
  await waitForServer(service, id, states, outside, { verb });
  // As the known tool says it, for whoever waits for the word.
  outside.progress('');
  outside.print('Complete');
}
