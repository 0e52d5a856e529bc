import assert from 'node:assert/strict';
import { isComputeChange } from '@berth/compute-engine/changes.ts';
import { isIdentityChange } from '@berth/identity/domain/nouns.ts';
import { isImagesChange } from '@berth/images/domain/changes.ts';
import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import type { CloudChange } from '../cloud/stored-cloud.ts';

/** A change of a ledger on which only Placement was asked for something. */
export function placementChange(change: CloudChange): PlacementChange {
  const isOthers = isComputeChange(change) || isIdentityChange(change) || isImagesChange(change);
  assert.ok(!isOthers, `${change.kind} was written, though only Placement was asked`);
  return change;
}
