import type { Inventory, Resources } from '@berth/client/placement/records.ts';
import { capacityOf } from '@berth/host/capacity-of.ts';
import type { ProviderData } from '@berth/host/provider-data.ts';
import { onOneLine } from '@berth/client/quote.ts';
import type { NodeView } from './node-view.ts';
import type { Colour, Paint } from './paint.ts';

const barLength = 20;
const lineMax = 100;

/** A node's providers as a tree, each with what it has and how much of it is in use, where that is known. */
export function* treeLines(
  { node, tree, placed }: NodeView,
  paint: Paint,
  { showsUuids }: { readonly showsUuids: boolean },
): Generator<string> {
  const children = Map.groupBy(
    tree.getProviderUuids(node.uuid).map((uuid) => tree.data(uuid)),
    ({ parentUuid }) => parentUuid,
  );
  yield* below(tree.data(node.uuid), '', '');

  function* below(provider: ProviderData, first: string, rest: string): Generator<string> {
    const inside = children.get(provider.uuid) ?? [];
    const placing =
      placed !== null && provider.generation === null ? paint('yellow', '  not in Placement yet') : '';
    const uuid = showsUuids ? `  ${paint('grey', provider.uuid)}` : '';
    yield `${first}${paint('bold', onOneLine(provider.name, 200))}${uuid}${placing}`;
    const stem = `${rest}${inside.length > 0 ? '│ ' : '  '}`;
    for (const line of detailLines(provider, usagesOf(provider))) yield `${stem}${line}`;
    for (const [index, child] of inside.entries()) {
      const isLast = index === inside.length - 1;
      yield* below(child, `${rest}${isLast ? '└─ ' : '├─ '}`, `${rest}${isLast ? '   ' : '│  '}`);
    }
  }

  function usagesOf({ uuid }: ProviderData): Readonly<Resources> | null {
    return placed === null ? null : (placed.usages.get(uuid) ?? {});
  }

  function* detailLines(provider: ProviderData, used: Readonly<Resources> | null): Generator<string> {
    const { inventory, traits, aggregates } = provider;
    const width = Math.max(0, ...Object.keys(inventory).map((name) => name.length));
    for (const [name, each] of Object.entries(inventory).sort(byName)) {
      yield `${name.padEnd(width)}  ${amountText(each, used === null ? null : (used[name] ?? 0), paint)}`;
    }
    yield* namesLines('traits', traits);
    yield* namesLines('aggregates', aggregates);
  }
}

function amountText(inventory: Inventory, used: number | null, paint: Paint): string {
  const { total, reserved = 0, allocationRatio = 1 } = inventory;
  const capacity = capacityOf(inventory);
  const parts = [
    ...(allocationRatio === 1 ? [] : [`× ${allocationRatio}`]),
    ...(reserved === 0 ? [] : [`${reserved} reserved`]),
  ];
  const details =
    parts.length === 0 ? '' : paint('grey', `  (${[total, ...parts].join(', ').replace(', ×', ' ×')})`);
  if (used === null) return `${capacity}${details}`;
  return `${bar(used, capacity, paint)}  ${used} of ${capacity}${details}`;
}

/** Full only when nothing is left, and empty only when nothing is used. */
function bar(used: number, capacity: number, paint: Paint): string {
  const share = capacity <= 0 ? (used > 0 ? 1 : 0) : Math.min(1, used / capacity);
  const length =
    share === 0 || share === 1 ? share * barLength : clamp(Math.round(share * barLength), 1, barLength - 1);
  const colour: Colour = share < 0.7 ? 'green' : share < 0.9 ? 'yellow' : 'red';
  return `${paint(colour, '█'.repeat(length))}${paint('grey', '░'.repeat(barLength - length))}`;
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}

function* namesLines(what: string, names: ReadonlySet<string>): Generator<string> {
  let line = '';
  for (const name of [...names].sort()) {
    if (line !== '' && line.length + name.length > lineMax) {
      yield line;
      line = '';
    }
    line = line === '' ? `${what}: ${name}` : `${line}, ${name}`;
  }
  if (line !== '') yield line;
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}
