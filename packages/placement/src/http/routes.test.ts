import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RouteTable } from '@berth/api-kit/route-table.ts';
import { placementRules } from '../policy/rules.ts';
import { json, type PlacementEndpoint, read } from './endpoints.ts';
import { routes } from './routes.ts';
import { versions } from './versions.ts';

test('every endpoint is declared for versions that there are, and for each once', () => {
  assert.doesNotThrow(() => new RouteTable(routes, versions));
});

test('an endpoint for a version that there is not does not compile', () => {
  const wrong: PlacementEndpoint[] = [
    // @ts-expect-error There is no version 1.100.
    read({ route: 'GET /a', since: '1.100', policy: null, answer: () => json({}) }),
    // @ts-expect-error There is no version 1.100.
    { route: 'GET /a', until: '1.100', policy: null, run: () => json({}) },
  ];
  for (const endpoint of wrong) {
    assert.throws(() => new RouteTable([endpoint], versions), /placement has no version 1\.100/);
  }
});

test('every endpoint is guarded by a rule that there is', () => {
  const rules = new Set(placementRules.map(({ name }) => name));
  for (const { route, policy } of routes) {
    if (route === 'GET /') assert.equal(policy, null);
    else assert.ok(policy !== null && rules.has(policy), `${route}: ${policy}`);
  }
});
