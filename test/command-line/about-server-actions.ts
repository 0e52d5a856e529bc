import type { BothTools } from './both-tools.ts';
import { reached } from './reached.ts';

/** What is done with `server-K` by the known tool and with `server-O` by ours, and the state that they are in then. */
const actions: readonly (readonly [command: string, status: string])[] = [
  ['stop', 'SHUTOFF'],
  ['start', 'ACTIVE'],
  ['reboot', 'ACTIVE'],
  ['pause', 'PAUSED'],
  ['unpause', 'ACTIVE'],
  ['suspend', 'SUSPENDED'],
  ['resume', 'ACTIVE'],
  ['rescue', 'RESCUE'],
  ['unrescue', 'ACTIVE'],
  ['dump create', 'ACTIVE'],
  ['shelve', 'SHELVED_OFFLOADED'],
  ['unshelve', 'ACTIVE'],
];

export async function aboutServerActions(tools: BothTools): Promise<void> {
  for (const [command, status] of actions) {
    await tools.agreeOnChange(`server ${command} server-@`, null);
    await reached(tools, status);
  }
  await tools.agreeOnChange('server rebuild server-@ --image cirros-alt --property c=e');
  await reached(tools, 'ACTIVE');
  await tools.agreeOnChange('server rebuild server-@ --password secret', 'value');
  await reached(tools, 'ACTIVE');
  await agreeOnEvents(tools);
}

/** What was done with a server is known of it, whichever tool has asked for it. */
async function agreeOnEvents(tools: BothTools): Promise<void> {
  await tools.agreeOnChange('server event list server-@ --long -c Action -c Message');
  const events = (await tools.said("server event list server-O -f value -c 'Request ID'")).trim().split('\n');
  for (const command of [
    'server event list server-O --long',
    'server event list server-O --changes-before 2000-01-01',
    `server event show server-O ${events.at(0)}`,
    `server event show server-O ${events.at(-1)}`,
  ])
    await tools.agree(command);
}
