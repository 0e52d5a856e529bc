import type { CallerName } from '../../callers.ts';
import { missing, type Player } from '../player.ts';

/** A server is shelved and comes back, in every way that the version knows; and what is like it: images, backups, dumps. */
export async function shelveServer(player: Player, id: string, as: CallerName): Promise<void> {
  const { from } = player;
  const act = (action: object, by = as) => player.act(id, action, { as: by });
  const backup = { name: 'backup', backup_type: 'daily', rotation: 1 };
  await act({ createImage: { name: 'snapshot', metadata: { a: 'b' } } });
  await act({ createBackup: backup });
  await act({ createBackup: { ...backup, rotation: 0 } });
  await act({ createBackup: { name: 'backup' } });
  await act({ trigger_crash_dump: null });
  await act({ trigger_crash_dump: {} });
  await act({ unshelve: null });
  await act({ shelveOffload: null }, 'admin');
  for (const [name, type] of consoles) {
    await act({ [name]: { type } });
    await act({ [name]: { type: 'x' } });
  }
  for (const [server, type] of [
    [id, 'novnc'],
    [id, 'x'],
    [missing, 'novnc'],
  ] as const) {
    const remote_console = { protocol: 'vnc', type };
    await player.ask(`POST /servers/${server}/remote-consoles`, { remote_console }, { as });
    await player.ask(`GET /servers/${server}/os-volume_attachments`, undefined, { as });
    await player.ask(`GET /servers/${server}/os-volume_attachments/${missing}`, undefined, { as });
    await player.ask(`GET /servers/${server}/os-server-password`, undefined, { as });
    await player.ask(`DELETE /servers/${server}/os-server-password`, undefined, { as });
  }
  await act({ injectNetworkInfo: null }, 'admin');
  await act({ resetNetwork: null }, 'admin');
  for (const places of [
    [],
    [{ availability_zone: 'nope' }, { availability_zone: 1 }, { availability_zone: 'nova' }],
    [{ host: 'nope' }, { host: 'host1', availability_zone: 'internal' }, { host: 'host1' }],
    [{ availability_zone: null }],
  ]) {
    await act({ shelve: null });
    await player.ask(`GET /servers/${id}`, undefined, { as });
    await player.ask('GET /servers/detail', undefined, { as });
    await act({ shelve: null });
    await act({ 'os-stop': null });
    await act({ createImage: { name: 'snapshot' } });
    await act({ createBackup: backup });
    await act({ trigger_crash_dump: null });
    for (const place of places) await act({ unshelve: place }, 'admin');
    await act({ unshelve: null }, 'admin');
  }
  for (const action of [
    { shelve: null },
    { shelveOffload: null },
    { unshelve: from('2.77', { availability_zone: 'nova' }) },
    { unshelve: null },
    { createBackup: backup },
    { trigger_crash_dump: null },
    { injectNetworkInfo: null },
    ...consoles.map(([name, type]) => ({ [name]: { type } })),
  ]) {
    await player.ask(`POST /servers/${missing}/action`, action);
  }
}

const consoles = [
  ['os-getVNCConsole', 'novnc'],
  ['os-getSPICEConsole', 'spice-html5'],
  ['os-getRDPConsole', 'rdp-html5'],
  ['os-getSerialConsole', 'serial'],
] as const;
