import assert from 'node:assert/strict';
import type { KindedChange } from '@berth/ledger/journal/projection.ts';
import type { CloudPart } from './cloud-part.ts';

/**
 * The changes that make a stored state, part by part. A ledger gives them in this order, so nothing has to be held: whoever takes
 * a part goes through all of it before taking the next.
 */
export function* stateByPart<Change extends KindedChange>(
  parts: readonly CloudPart<Change>[],
  state: Iterable<Change>,
): Generator<readonly [CloudPart<Change>, Iterable<Change>]> {
  const changes = state[Symbol.iterator]();
  let next = changes.next();
  try {
    for (const part of parts) yield [part, changesOf(part)];
    if (!next.done) assert.fail(`changes come part by part, and one of the kind ${next.value.kind} does not`);
  } finally {
    changes.return?.();
  }

  function* changesOf({ projection: { kinds } }: CloudPart<Change>): Generator<Change> {
    for (; !next.done && Object.hasOwn(kinds, next.value.kind); next = changes.next()) yield next.value;
  }
}
