import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routes } from '../http/routes.ts';
import { imageRules } from './rules.ts';

const names = imageRules.map(({ name }) => name);

test('no two rules have one name', () => {
  assert.equal(new Set(names).size, names.length);
});

test('every endpoint is guarded by a rule that there is, and every rule is about endpoints that there are', () => {
  for (const { route, policy } of routes)
    if (policy !== null) assert.ok(names.includes(policy), `${route}: ${policy}`);
  const served = new Set(routes.map(({ route }) => route));
  for (const { name, operations } of imageRules)
    for (const { method, path } of operations)
      assert.ok(served.has(`${method} ${path}`), `${name}: ${method} ${path}`);
});
