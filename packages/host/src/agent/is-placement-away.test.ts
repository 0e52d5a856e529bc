import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serviceAnswer } from '@berth/client/service-answer.ts';
import { ServiceError } from '@berth/client/service-error.ts';
import { Unreachable } from '@berth/client/transport.ts';
import { ReshapeFailed } from '../driver.ts';
import { ResourceProviderSyncFailed, ResourceProviderUpdateFailed } from '../report-client/errors.ts';
import { isPlacementAway } from './is-placement-away.ts';

const refusal = (status: number) =>
  new ServiceError({ method: 'PUT', path: '/x' }, serviceAnswer(status, {}, 'no'));

test('a Placement that is not there, is busy or does not take the token is away, however deep the reason lies', () => {
  for (const cause of [
    new Unreachable('gone', { isUnsent: false }),
    ...[401, 429, 500, 502, 503].map(refusal),
  ]) {
    const within = new ResourceProviderSyncFailed('u', new ResourceProviderUpdateFailed('u', cause));
    for (const error of [cause, within, new ReshapeFailed('no', { cause })])
      assert.ok(isPlacementAway(error));
  }
});

test('one that refuses what it was told is there', () => {
  for (const status of [400, 403, 404, 409, 413]) assert.ok(!isPlacementAway(refusal(status)), `${status}`);
  for (const error of [new Error('x'), 'a text', null]) assert.ok(!isPlacementAway(error));
});
