import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nobody } from '@berth/api-kit/caller.ts';
import { createPolicy } from '@berth/api-kit/policy/enforcer.ts';
import { computeRules } from '../policy/rules.ts';
import type { App } from './app.ts';
import { refuseOutsiders } from './refuse-outsiders.ts';

test('who is in no project is refused, whatever else they are, unless they are an administrator', () => {
  const policy = createPolicy({ defaults: computeRules, enforceNewDefaults: false, enforceScope: false });
  const app = { policy } as unknown as App; // Nothing else is looked at.
  const told = (projectId: string | null, ...roles: readonly string[]) => {
    try {
      refuseOutsiders({ app, caller: { ...nobody, userId: 'bob', projectId, roles } });
      return 'let in';
    } catch (error) {
      return String(error);
    }
  };
  assert.equal(told('p1'), 'let in');
  assert.equal(told(null, 'admin'), 'let in');
  for (const role of ['reader', 'member', 'manager', 'service']) assert.match(told(null, role), /Forbidden/);
});
