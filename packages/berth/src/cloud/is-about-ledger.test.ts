import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routes } from '@berth/placement/http/routes.ts';
import { isAboutLedger } from './is-about-ledger.ts';

test('what is below /berth/ is about the whole ledger, but for what Placement has', () => {
  for (const target of ['/berth/v1/changes?limit=1', '/berth/v1/backup', '/berth/unknown']) {
    assert.equal(isAboutLedger({ target }), true, target);
  }
  for (const { route } of routes) {
    assert.equal(isAboutLedger({ target: route.split(' ')[1] as string }), false, route);
  }
});
