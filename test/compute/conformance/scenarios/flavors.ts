import type { Scenario } from '../player.ts';
import { projects } from '../../callers.ts';

export const flavors: Scenario = async (player) => {
  const { ask } = player;
  const flavor = {
    name: 'small',
    id: 'f',
    ram: 64,
    vcpus: 1,
    disk: 1,
    'os-flavor-access:is_public': false,
    ...player.from('2.55', { description: 'described' }),
  };
  await ask('POST /flavors', { flavor });
  await ask('POST /flavors', { flavor });
  await ask('POST /flavors', { flavor: { ...flavor, ram: 0 } });
  await ask('POST /flavors', { flavor: { ...flavor, id: 'g' } }, { as: 'member' });
  await ask('POST /flavors', { flavor: { name: 'public', id: 'p', ram: 64, vcpus: 1, disk: 1, swap: 1 } });
  for (const list of ['/flavors', '/flavors/detail']) {
    await ask(`GET ${list}`);
    await ask(`GET ${list}?is_public=None&limit=1&sort_key=name&sort_dir=desc`);
    await ask(`GET ${list}?limit=-1`);
    await ask(`GET ${list}?unknown=1`);
    await ask(`GET ${list}`, undefined, { as: 'reader' });
  }
  await ask('GET /flavors/f');
  await ask('GET /flavors/p', undefined, { as: 'reader' });
  await ask('GET /flavors/none');
  await ask('PUT /flavors/f', { flavor: { description: 'another' } });
  await ask('PUT /flavors/none', { flavor: { description: 'another' } });
  await extraSpecs(player);
  await access(player);
  await ask('DELETE /flavors/f');
  await ask('DELETE /flavors/f');
};

const extraSpecs: Scenario = async ({ ask }) => {
  const path = '/flavors/f/os-extra_specs';
  await ask(`POST ${path}`, { extra_specs: { 'hw:cpu_policy': 'shared', 'own:key': '1' } });
  await ask(`POST ${path}`, { extra_specs: { 'own:key': [] } });
  await ask('POST /flavors/none/os-extra_specs', { extra_specs: { 'own:key': '1' } });
  await ask(`GET ${path}`);
  await ask('GET /flavors/none/os-extra_specs');
  await ask('GET /flavors/f');
  await ask(`GET ${path}/own:key`);
  await ask(`GET ${path}/none`);
  await ask(`PUT ${path}/own:key`, { 'own:key': '2' });
  await ask(`PUT ${path}/own:key`, { other: '2' });
  await ask(`DELETE ${path}/own:key`);
  await ask(`DELETE ${path}/own:key`);
};

const access: Scenario = async ({ ask }) => {
  const tenant = projects.his;
  await ask('POST /flavors/f/action', { addTenantAccess: { tenant } });
  await ask('POST /flavors/f/action', { addTenantAccess: { tenant } });
  await ask('GET /flavors/f/os-flavor-access');
  await ask('GET /flavors/p/os-flavor-access');
  await ask('POST /flavors/f/action', { removeTenantAccess: { tenant } });
  await ask('POST /flavors/f/action', { removeTenantAccess: { tenant } });
  await ask('POST /flavors/f/action', { removeTenantAccess: { tenant } }, { as: 'member' });
  await ask('POST /flavors/f/action', { unknown: null });
};
