import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planEndpoints } from '../create-plan-service.ts';
import { routes } from '../http/routes.ts';
import { computeRules } from './rules.ts';

test('no two rules have one name', () => {
  const names = computeRules.map(({ name }) => name);
  assert.deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  );
});

test('every endpoint is guarded by a rule that there is', () => {
  const names = new Set(computeRules.map(({ name }) => name));
  for (const { route, policy } of [...routes, ...planEndpoints]) {
    if (policy !== null) assert.ok(names.has(policy), `${route}: ${policy}`);
  }
});
