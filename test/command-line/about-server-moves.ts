import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import type { BothTools } from './both-tools.ts';
import { reached } from './reached.ts';

/** Moves of `server-K` with the known tool and of `server-O` with ours, which are on host1 at first. Other hosts than host2 get nothing. */
export async function aboutServerMoves(tools: BothTools): Promise<void> {
  await tools.agreeOnChange('server migrate server-@ --host host2 --wait', null);
  for (const [command, status] of [
    ['migration confirm server-@', 'ACTIVE'],
    ['migrate server-@', 'VERIFY_RESIZE'],
    ['migration revert server-@', 'ACTIVE'],
    ['resize server-@ --flavor slow', 'VERIFY_RESIZE'],
    ['resize revert server-@', 'ACTIVE'],
    ['resize server-@ --flavor slow', 'VERIFY_RESIZE'],
    ['resize confirm server-@', 'ACTIVE'],
  ] as const) {
    await tools.agreeOnChange(`server ${command}`, null);
    await reached(tools, status);
  }
  await tools.agreeOnChange('server show server-@');
  await aboutLiveMoves(tools);
  await aboutEvacuation(tools);
  for (const command of [
    'server migration list',
    'server migration list --server server-O --type cold-migration --changes-before 2100-01-01',
  ])
    await tools.agree(command);
}

/** They take longer than this test, unless they are given up or have to end. */
async function aboutLiveMoves(tools: BothTools): Promise<void> {
  for (const ending of ['abort', 'force complete']) {
    await tools.agreeOnChange('server migrate server-@ --live-migration --host host2', null);
    const ours = await migrationUnderWay(tools, 'server-O');
    tools.setOwn('{migration}', await migrationUnderWay(tools, 'server-K'), ours);
    if (ending === 'abort') await tools.agree(`server migration show server-O ${ours}`);
    await tools.agreeOnChange(`server migration ${ending} server-@ {migration}`, null);
    await reached(tools, 'ACTIVE');
    await tools.agreeOnChange('server show server-@ -c OS-EXT-SRV-ATTR:host -c status');
  }
}

/** The uuid of the live move of a server, once it can be given up. */
async function migrationUnderWay(tools: BothTools, server: string): Promise<string> {
  for (let tries = 0; tries < 200; tries++) {
    const list = `server migration list --server ${server} --status running -f value -c UUID`;
    const found = (await tools.said(list)).trim();
    if (found !== '') return found;
    await setTimeout(50);
  }
  return assert.fail(`${server} is not sent anywhere`);
}

/** From host2, which is said to be down. */
async function aboutEvacuation(tools: BothTools): Promise<void> {
  await tools.said('compute service set host2 nova-compute --down');
  const { complaints } = await tools.openstack('server evacuate server-K --host host1');
  assert.match(complaints, /'TupleWithMeta' object has no attribute 'to_dict'/);
  await tools.said('server evacuate server-O --host host1');
  await reached(tools, 'ACTIVE');
  await tools.agreeOnChange('server show server-@');
  await tools.said('compute service set host2 nova-compute --up');
}
