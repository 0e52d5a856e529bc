import type { BothTools } from './both-tools.ts';
import { reached } from './reached.ts';

/** Makes `server-K` with the known tool and `server-O` with ours, and says things of them. */
export async function givenServers(tools: BothTools): Promise<void> {
  await tools.agreeOnChange(
    'server group create group-@ --policy anti-affinity --rule max_server_per_host=3',
  );
  await tools.agreeOnChange('server group create other-@ --policy affinity', 'value');
  await tools.agreeOnChange(
    'server create server-@ --flavor flavor-@ --image cirros --property a=b --tag blue --description what --availability-zone nova:host1 --wait',
  );
  await tools.agreeOnChange(
    'server create second-@ --flavor flavor-@ --image cirros -c name -c image -c flavor',
    'value',
  );
  for (const command of [
    'server set server-@ --property c=d --tag red',
    'server unset server-@ --property a --tag blue',
    'server lock server-@ --reason mine',
  ])
    await tools.agreeOnChange(command, null);
  await reached(tools, 'ACTIVE', ['second-K', 'second-O']);
  for (const command of [
    'server list',
    'server list --long',
    'server list --name server-O --status ACTIVE',
    'server list --changes-since 2000-01-01 --changes-before 2100-01-01',
    'server list -c ID -c Name -c Host --sort-column Name --sort-descending',
    'server show server-O',
    'server group list --long',
    'server group show group-O',
  ])
    await tools.agree(command);
  await tools.agree('server list --long', ['table', 'yaml', 'csv']);
  await tools.agree('server show server-O', ['table', 'shell', 'yaml']);
  await tools.agreeOnChange('server unlock server-@', null);
  await tools.agreeOnChange('server show server-@ -c locked -c locked_reason');
}

/** Deleted servers are kept for a while, and brought back by id. */
export async function deleteServers(tools: BothTools): Promise<void> {
  const idOf = async (name: string) => (await tools.said(`server show ${name} -f value -c id`)).trim();
  const [known, ours] = [await idOf('server-K'), await idOf('server-O')];
  tools.setOwn('{server}', known, ours);
  await tools.agreeOnChange('server delete second-@ --force', null);
  await tools.agreeOnChange('server delete server-@', null);
  await reached(tools, 'SOFT_DELETED', [known, ours]);
  await tools.agree('server list --deleted');
  await tools.agreeOnChange('server restore {server}', null);
  await reached(tools, 'ACTIVE');
  await tools.agreeOnChange('server delete server-@ --force --wait', null);
  await tools.agree('server list', ['json']);
  await tools.agreeOnChange('server group delete group-@ other-@', null);
  await tools.agree('server group list', ['json']);
}
