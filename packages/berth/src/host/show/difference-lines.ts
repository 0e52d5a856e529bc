import type { Inventory } from '@berth/client/placement/records.ts';
import type { InventoryDifference, ProviderDifference } from '@berth/host/tree-difference.ts';
import { heldText } from '../held-text.ts';
import type { NodeView, ReshapeView } from './node-view.ts';
import type { Paint } from './paint.ts';

/** In what Placement has something else of a node than the node, and what would move. */
export function* differenceLines({ node, placed }: NodeView, paint: Paint): Generator<string> {
  if (placed === null || (placed.difference.length === 0 && placed.reshape === null)) {
    yield `${node.name}: Placement has all of it`;
    return;
  }
  yield `${node.name}: Placement has something else`;
  for (const difference of placed.difference) yield* providerLines(difference, paint);
  if (placed.reshape !== null) yield* reshapeLines(placed.reshape, paint);
}

function* providerLines(difference: ProviderDifference, paint: Paint): Generator<string> {
  const { kind, name, uuid, inventories, traits, aggregates } = difference;
  const added = (text: string) => paint('green', `  +   ${text}`);
  const removed = (text: string) => paint('red', `  -   ${text}`);
  if (kind === 'new') yield paint('green', `  + ${name} (${uuid}) is new`);
  else if (kind === 'gone') yield paint('red', `  - ${name} (${uuid}) goes`);
  else yield `    ${name} (${uuid})`;

  for (const each of inventories) {
    if (each.before === null) yield added(`${each.resourceClass} ${membersText(each.after)}`);
    else if (each.after === null) yield removed(`${each.resourceClass} ${membersText(each.before)}`);
    else yield paint('yellow', `  ~   ${each.resourceClass} ${changesText(each)}`);
  }
  for (const [what, names] of [
    ['trait', traits],
    ['aggregate', aggregates],
  ] as const) {
    for (const each of names.added) yield added(`${what} ${each}`);
    for (const each of names.removed) yield removed(`${what} ${each}`);
  }
}

function membersText(inventory: Inventory | null): string {
  const { total, reserved = 0, allocationRatio = 1 } = inventory ?? { total: 0 };
  const parts = [`total ${total}`];
  if (reserved !== 0) parts.push(`reserved ${reserved}`);
  if (allocationRatio !== 1) parts.push(`ratio ${allocationRatio}`);
  return parts.join(', ');
}

const memberNames: Readonly<Record<keyof Inventory, string>> = {
  total: 'total',
  reserved: 'reserved',
  minUnit: 'least',
  maxUnit: 'most',
  stepSize: 'step',
  allocationRatio: 'ratio',
};

function changesText({ before, after }: InventoryDifference): string {
  return Object.entries(memberNames)
    .flatMap(([member, name]) => {
      const [was, is] = [before, after].map((each) => each?.[member as keyof Inventory]);
      return is === undefined || was === is ? [] : [`${name} ${was ?? 'as usual'} → ${is}`];
    })
    .join(', ');
}

function* reshapeLines({ reason, moves, names, problems }: ReshapeView, paint: Paint): Generator<string> {
  yield `  A start would move allocations (consumers: ${moves.length}): ${reason}`;
  for (const { consumer, before, after } of moves) {
    yield `    consumer ${consumer}`;
    yield `      before: ${heldText(before, names)}`;
    yield `      after:  ${heldText(after, names)}`;
  }
  if (problems === null) return;
  if (problems.length === 0) yield '  Placement sees no reason against that.';
  for (const { detail } of problems) yield paint('red', `  Placement would refuse that: ${detail}`);
}
