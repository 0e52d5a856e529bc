import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyBody } from '@berth/api-kit/request.ts';
import { routes } from '@berth/placement/http/routes.ts';
import { isOwn } from './is-own.ts';

const asked = (target: string) =>
  isOwn({ method: 'GET', target, headers: {}, body: emptyBody, origin: '', remoteAddress: '' });

test('what is about the whole ledger is its own, and nothing that Placement has', () => {
  for (const target of ['/berth/v1/changes?limit=1', '/berth/v1/backup', '/berth/unknown']) {
    assert.equal(asked(target), true, target);
  }
  for (const { route } of routes) assert.equal(asked(route.split(' ')[1] as string), false, route);
});
