import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Unreachable } from '@berth/client/transport.ts';
import { ReshapeFailed, ReshapeNeeded } from '../driver.ts';
import { DriverError } from '../drivers/checked-driver.ts';
import { ProviderConfigError } from '../provider-config/provider-config.ts';
import {
  InventoryInUse,
  PlacementReshapeConflict,
  ResourceProviderCreationConflict,
  ResourceProviderCreationFailed,
  ResourceProviderRetrievalFailed,
  ResourceProviderSyncFailed,
  ResourceProviderUpdateConflict,
  ResourceProviderUpdateFailed,
} from '../report-client/errors.ts';
import { judgeFailure } from './judge-failure.ts';
import { NodeNameError } from './plan-node.ts';

const cause = new Error('as it happens');

test('a reshape that is needed or has failed is fatal whenever it comes up', () => {
  for (const error of [new ReshapeNeeded('x'), new ReshapeFailed('x')]) {
    for (const startup of [true, false]) assert.ok(judgeFailure(error, { startup }).isFatal, error.name);
  }
});

test('an update that fails and configuration that is wrong are fatal at startup only, and it is said what to do', () => {
  for (const error of [
    new ResourceProviderUpdateFailed('x', cause),
    new ResourceProviderSyncFailed('x', cause),
    new ResourceProviderCreationFailed('x', cause),
    new InventoryInUse('x', cause),
    new ProviderConfigError(['x']),
    new NodeNameError('x'),
  ]) {
    const { isFatal, advice } = judgeFailure(error, { startup: true });
    assert.ok(isFatal, error.name);
    assert.match(advice ?? '', /start again/, error.name);
    assert.ok(!judgeFailure(error, { startup: false }).isFatal, error.name);
  }
});

test('all else is no reason to end', () => {
  for (const error of [
    new ResourceProviderUpdateConflict('x', 1),
    new PlacementReshapeConflict(cause),
    new ResourceProviderCreationConflict('x'),
    new ResourceProviderRetrievalFailed('x', cause),
    new Unreachable('x', { isUnsent: true }),
    new DriverError('x'),
    'a text that was thrown',
  ]) {
    const { isFatal, error: told } = judgeFailure(error, { startup: true });
    assert.ok(!isFatal, String(error));
    assert.ok(told instanceof Error);
  }
});
