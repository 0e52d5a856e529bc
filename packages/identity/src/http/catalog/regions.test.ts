import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identityInProcess } from '../../testing/identity-in-process.ts';

test('a region is never below itself, nor below one that is not there', async () => {
  const { told } = await threeRegions();
  const circle = [400, 'The specified parent region a would create a circular region hierarchy.'];
  for (const parent of ['a', 'b', 'c'])
    assert.deepEqual(await told('PATCH /v3/regions/a', { region: { parent_region_id: parent } }), circle);
  const lost = await told('PATCH /v3/regions/a', { region: { parent_region_id: 'nope' } });
  assert.deepEqual(lost, [404, 'Could not find region: nope.']);
  const own = await told('POST /v3/regions', { region: { id: 'd', parent_region_id: 'd' } });
  assert.deepEqual(own, [404, 'Could not find region: d.']);
});

test('a region is deleted with those below it, unless something is in one of them', async () => {
  const { told, make, ids } = await threeRegions();
  const service = await make('services', { type: 'dns' });
  const place = { service_id: service.id, interface: 'public', url: 'http://dns', region_id: 'c' };
  const endpoint = await make('endpoints', place);
  const kept = 'Unable to delete region a because it or its child regions have associated endpoints.';
  assert.deepEqual(await told('DELETE /v3/regions/a'), [403, kept]);
  await told(`DELETE /v3/endpoints/${endpoint.id}`);
  assert.deepEqual(await told('DELETE /v3/regions/b'), [204, undefined]);
  assert.deepEqual(await ids(), ['RegionOne', 'a']);
});

test('the region that this process serves in stays, and so do those above it', async () => {
  const { asked, told, make, ids } = await threeRegions();
  const service = await make('services', { type: 'dns' });
  // It is stored from here on, and can be put below another.
  await make('endpoints', {
    service_id: service.id,
    interface: 'public',
    url: 'http://dns',
    region: 'RegionOne',
  });
  await told('PATCH /v3/regions/RegionOne', { region: { parent_region_id: 'c' } });
  for (const endpoint of (await asked('GET /v3/endpoints')).body.endpoints)
    await told(`DELETE /v3/endpoints/${endpoint.id}`);
  for (const region of ['RegionOne', 'c', 'a'])
    assert.equal((await told(`DELETE /v3/regions/${region}`))[0], 403, region);
  assert.deepEqual(await ids(), ['RegionOne', 'a', 'b', 'c']);
});

/** a, below it b, below that c. */
async function threeRegions() {
  const { ask, admin, make } = await identityInProcess();
  const asked = (line: string, body?: object) =>
    ask(line, body === undefined ? { token: admin } : { token: admin, body });
  const told = async (line: string, body?: object) => {
    const { status, message } = await asked(line, body);
    return [status, message];
  };
  await make('regions', { id: 'a' });
  await make('regions', { id: 'b', parent_region_id: 'a' });
  await make('regions', { id: 'c', parent_region_id: 'b' });
  const ids = async (): Promise<string[]> =>
    (await asked('GET /v3/regions')).body.regions.map(({ id }: { id: string }) => id).toSorted();
  return { asked, told, make, ids };
}
