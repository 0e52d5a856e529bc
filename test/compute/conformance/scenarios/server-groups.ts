import { missing, type Scenario } from '../player.ts';

export const serverGroups: Scenario = async ({ ask, from }) => {
  const group = { name: 'g', policies: ['anti-affinity'] };
  const newer = from('2.64', { policy: 'anti-affinity', rules: { max_server_per_host: 2 } });
  const sent = 'policy' in newer ? { name: 'g', ...newer } : group;
  const { body } = await ask('POST /os-server-groups', { server_group: sent });
  await ask('POST /os-server-groups', { server_group: { name: 'g' } });
  await ask('GET /os-server-groups');
  await ask('GET /os-server-groups?all_projects=1&limit=1');
  await ask('GET /os-server-groups?all_projects=1', undefined, { as: 'member' });
  const path = `/os-server-groups/${body.server_group.id}`;
  await ask(`GET ${path}`);
  await ask(`GET /os-server-groups/${missing}`);
  await ask(`DELETE ${path}`);
  await ask(`DELETE ${path}`);
};
