import { image, missing, type Scenario } from '../player.ts';

export const hostAggregates: Scenario = async ({ ask, from }) => {
  const zone = { name: 'rack1', availability_zone: 'east' };
  const { body } = await ask('POST /os-aggregates', { aggregate: zone });
  await ask('POST /os-aggregates', { aggregate: zone });
  await ask('POST /os-aggregates', { aggregate: { name: '' } });
  await ask('POST /os-aggregates', { aggregate: zone }, { as: 'member' });
  await ask('GET /os-aggregates');
  await ask('GET /os-aggregates', undefined, { as: 'member' });
  const path = `/os-aggregates/${body.aggregate.id}`;
  for (const each of [path, '/os-aggregates/99', '/os-aggregates/x']) {
    await ask(`GET ${each}`);
    await ask(`PUT ${each}`, { aggregate: { name: 'rack2' } });
    for (const action of ['add_host', 'add_host', 'remove_host']) {
      await ask(`POST ${each}/action`, { [action]: { host: 'host1' } });
    }
    await ask(`POST ${each}/action`, { set_metadata: { metadata: { ssd: 'true', spare: null } } });
    await ask(`POST ${each}/action`, { set_metadata: { metadata: { availability_zone: null } } });
  }
  await ask(`PUT ${path}`, { aggregate: {} });
  const { body: other } = await ask('POST /os-aggregates', { aggregate: { name: 'rack3' } });
  await ask(`PUT /os-aggregates/${other.aggregate.id}`, { aggregate: { name: 'rack2' } });
  await ask(`POST ${path}/action`, { remove_host: { host: 'host1' } });
  await ask(`POST ${path}/action`, { add_host: {} });
  await ask(`POST ${path}/action`, { remove_host: {} });
  const caching = from('2.81', { cache: [{ id: image }] });
  if ('cache' in caching) {
    await ask(`POST ${path}/images`, caching);
    await ask(`POST ${path}/images`, { cache: [{ id: missing }] });
    await ask('POST /os-aggregates/99/images', caching);
  }
  await ask(`POST ${path}/action`, { add_host: { host: 'host2' } });
  await ask('GET /os-availability-zone');
  await ask(`DELETE ${path}`);
  await ask(`POST ${path}/action`, { remove_host: { host: 'host2' } });
  await ask(`DELETE ${path}`);
  await ask(`DELETE ${path}`);
};
