import { type Service, thingAt } from '../asking/service.ts';
import { actionCommand, showCommand } from '../command/client-command.ts';
import { forEach } from '../command/for-each.ts';
import { choice, flag, neededText, pairs, someTexts, text, texts } from '../command/option.ts';
import { inOrder } from '../output/formatted.ts';
import { serverId } from './find-thing.ts';
import { serverView } from './server-view.ts';
import { waitUntilGone } from './wait-for-server.ts';

const server = neededText('<server>', 'The server, by name or id.');
const servers = someTexts('<server>', 'Servers, by name or id.');

export const serverShow = showCommand('compute', {
  takes: { server },
  options: {
    diagnostics: flag('What its host measures of it, instead.', { not: ['topology'] }),
    topology: flag('Its NUMA nodes, too.', { since: '2.78' }),
  },
  show: async ({ service, cloud, values }) => {
    // A list does not tell all that there is.
    const path = `/servers/${await serverId(service, values.server)}`;
    if (values.diagnostics) return inOrder(await service.get(`${path}/diagnostics`));
    const shown = await serverView(service, cloud, thingAt(await service.get(path), 'server'));
    return values.topology ? inOrder({ ...shown, topology: await service.get(`${path}/topology`) }) : shown;
  },
});

export const serverSet = actionCommand('compute', {
  takes: { server },
  options: {
    name: text('<name>', 'A new name.'),
    password: text('<password>', 'A new password of its administrator.', {
      not: ['noPassword'],
      aliases: ['--root-password'],
    }),
    noPassword: flag('Forget the password that can be asked for.'),
    property: pairs('Something to be known of it.'),
    state: choice(['active', 'error'], 'The state it is said to be in; nothing else is done with it.'),
    autoApprove: flag('Accepted, as by openstack.'),
    description: text('<text>', 'What it is for.', { since: '2.19' }),
    tag: texts('<tag>', 'A tag it gets.', { since: '2.26' }),
    hostname: text('<name>', 'A new name for itself.', { since: '2.90' }),
  },
  act: async ({ service, values }) => {
    const id = await serverId(service, values.server);
    const path = `/servers/${id}`;
    const { name, description, hostname, state, password } = values;
    const changed = { name, description, hostname };
    if (Object.values(changed).some((each) => each !== undefined))
      await service.put(path, { server: changed });
    if (Object.keys(values.property).length > 0)
      await service.post(`${path}/metadata`, { metadata: values.property });
    if (state !== undefined) await service.post(`${path}/action`, { 'os-resetState': { state } });
    if (password !== undefined)
      await service.post(`${path}/action`, { changePassword: { adminPass: password } });
    if (values.noPassword) await service.delete(`${path}/os-server-password`);
    for (const tag of values.tag) await service.put(`${path}/tags/${encodeURIComponent(tag)}`);
  },
});

export const serverUnset = actionCommand('compute', {
  takes: { server },
  options: {
    property: texts('<key>', 'What is no longer to be known of it.'),
    description: flag('It is for nothing any more.', { since: '2.19' }),
    tag: texts('<tag>', 'A tag it loses.', { since: '2.26' }),
  },
  act: async ({ service, values }) => {
    const path = `/servers/${await serverId(service, values.server)}`;
    for (const key of values.property) await service.delete(`${path}/metadata/${encodeURIComponent(key)}`);
    if (values.description) await service.put(path, { server: { description: '' } });
    for (const tag of values.tag) await service.delete(`${path}/tags/${encodeURIComponent(tag)}`);
  },
});

export const serverDelete = actionCommand('compute', {
  takes: { servers },
  options: {
    force: flag('At once, also where deleted servers are kept for a while.'),
    allProjects: flag('Look for names in all projects.'),
    wait: flag('Come back when they are gone.'),
  },
  act: async ({ service, values, outside }) => {
    const work = { verb: 'delete', noun: 'server', complain: outside.complain };
    const ids: string[] = [];
    await forEach(values.servers, work, async (name) => {
      const id = await serverId(service, name, values.allProjects);
      if (values.force) await act(service, id, { forceDelete: null });
      else await service.delete(`/servers/${id}`);
      ids.push(id);
    });
    if (values.wait) for (const id of ids) await waitUntilGone(service, id, outside);
  },
});

export const serverStart = simpleAction('start', 'os-start');
export const serverStop = simpleAction('stop', 'os-stop');
export const serverPause = simpleAction('pause', 'pause');
export const serverUnpause = simpleAction('unpause', 'unpause');
export const serverSuspend = simpleAction('suspend', 'suspend');
export const serverResume = simpleAction('resume', 'resume');
export const serverUnlock = simpleAction('unlock', 'unlock');
export const serverRestore = simpleAction('restore', 'restore');
export const serverShelveOffload = simpleAction('offload', 'shelveOffload');
export const serverDumpCreate = simpleAction('dump', 'trigger_crash_dump');

/** What is done with each of several servers, and takes nothing more. */
function simpleAction(verb: string, action: string) {
  return actionCommand('compute', {
    takes: { servers },
    options: { allProjects: flag('Look for names in all projects.') },
    act: async ({ service, values, outside }) => {
      const work = { verb, noun: 'server', complain: outside.complain };
      await forEach(values.servers, work, async (name) =>
        act(service, await serverId(service, name, values.allProjects), { [action]: null }),
      );
    },
  });
}

export const serverLock = actionCommand('compute', {
  takes: { servers },
  options: { reason: text('<reason>', 'Why, for others to read.', { since: '2.73' }) },
  act: async ({ service, values, outside }) => {
    const { reason } = values;
    const work = { verb: 'lock', noun: 'server', complain: outside.complain };
    const lock = reason === undefined ? null : { locked_reason: reason };
    await forEach(values.servers, work, async (name) =>
      act(service, await serverId(service, name), { lock }),
    );
  },
});

export const serverRescue = actionCommand('compute', {
  takes: { server },
  options: {
    image: text('<image>', 'The image to start, by id; its own, unless given.'),
    password: text('<password>', 'Of its administrator meanwhile.'),
  },
  act: async ({ service, values }) => {
    const body = {
      ...(values.image === undefined ? {} : { rescue_image_ref: values.image }),
      ...(values.password === undefined ? {} : { adminPass: values.password }),
    };
    await act(service, await serverId(service, values.server), {
      rescue: Object.keys(body).length === 0 ? null : body,
    });
  },
});

export const serverUnrescue = actionCommand('compute', {
  takes: { server },
  act: async ({ service, values }) =>
    act(service, await serverId(service, values.server), { unrescue: null }),
});

export async function act(
  service: Service,
  id: string,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  await service.post(`/servers/${id}/action`, body);
}
