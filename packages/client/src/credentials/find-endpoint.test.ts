import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type EndpointQuery, findEndpoint } from './find-endpoint.ts';

const endpoint = (face: string, region: string, url: string) => ({
  id: 'e',
  interface: face,
  region,
  region_id: region,
  url,
});
const catalog = [
  {
    type: 'placement',
    name: 'placement',
    endpoints: [
      endpoint('public', 'north', 'https://north/placement'),
      endpoint('internal', 'north', 'http://inside/placement'),
      endpoint('public', 'south', 'https://south/placement'),
    ],
  },
  { type: 'compute_legacy', endpoints: [endpoint('public', 'north', 'http://old')] },
  { type: 'volumev3', endpoints: [endpoint('public', 'north', 'http://volumes/v3')] },
  { type: 'broken', endpoints: 'none' },
  { type: 'compute', endpoints: [endpoint('public', 'north', 'nowhere')] },
  'nonsense',
];

function find(query: Partial<EndpointQuery>) {
  return findEndpoint(catalog, { service: 'placement', interface: 'public', region: null, ...query });
}

test('an endpoint is found by service, interface and region', () => {
  assert.equal(find({}), 'https://north/placement');
  assert.equal(find({ region: 'south' }), 'https://south/placement');
  assert.equal(find({ interface: 'internal' }), 'http://inside/placement');
  assert.equal(find({ service: 'block-storage' }), 'http://volumes/v3');
});

test('where there is none it is told what there is', () => {
  assert.throws(() => find({ region: 'west' }), {
    message:
      'the catalog has no public endpoint of placement in region west; those that it has: public in region north, internal in region north, public in region south',
  });
  assert.throws(() => find({ service: 'compute' }), {
    message:
      'the catalog has no public endpoint of compute; services that it has: placement, compute_legacy, volumev3',
  });
  for (const none of [undefined, null, 'x', [], {}])
    assert.throws(
      () => findEndpoint(none, { service: 'image', interface: 'admin', region: null }),
      /no admin endpoint of image: it has no endpoints at all\. Is the token for a project\?$/,
    );
});
