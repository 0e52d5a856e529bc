import type { Change } from '@berth/engine/changes.ts';
import type { Inventories } from '../../crash/state.ts';
import { idOfInventories, idOfTag, type Operation } from './history.ts';
import type { Effect } from './judge.ts';
import { type ConsumerState, wireAllocations, wireInventories } from './timeline.ts';

/** What one command has left in the journal. */
export interface JournalCommand {
  readonly changes: readonly Change[];
  readonly effect: Effect;
  /** Whose it is, if it says so; what only removes does not. */
  readonly operationId: number | null;
}

/**
 * The journal in commands. It does not say where one ends and the next begins, but it can be seen: what a command does to
 * inventories comes first, then consumers, then the generations of providers; and what a single operation has tagged is one
 * command. A command that is neither tagged nor moves on a generation is a consumer that was removed, alone.
 */
export function journalCommands(
  changes: readonly Change[],
  operations: ReadonlyMap<number, Operation>,
): JournalCommand[] {
  const commands: JournalCommand[] = [];
  let current: Change[] = [];
  const end = (): void => {
    if (current.length > 0) commands.push(commandOf(current));
    current = [];
  };
  for (const change of changes) {
    if (!goesOn(current, change, operations)) end();
    current.push(change);
  }
  end();
  return commands;
}

function goesOn(
  current: readonly Change[],
  change: Change,
  operations: ReadonlyMap<number, Operation>,
): boolean {
  const previous = current.at(-1);
  if (previous === undefined) return true;
  if (phaseOf(change) < phaseOf(previous)) return false;
  if (change.kind === 'provider-touched') {
    // Of the same provider twice: that is two commands, of which the second one has lost its beginning.
    return !current.some((each) => each.kind === 'provider-touched' && each.id === change.id);
  }
  return isOfOne([...current, change], operations);
}

/** Whether an operation has asked for all of these. */
function isOfOne(changes: readonly Change[], operations: ReadonlyMap<number, Operation>): boolean {
  const ids = new Set(changes.flatMap((change) => idOf(change) ?? []));
  const [id] = ids;
  if (id === undefined) return changes.length === 1;
  const asked = operations.get(id)?.asked;
  if (ids.size > 1 || asked === undefined) return false;
  return changes.every((change) => {
    if (change.kind === 'inventories-set')
      return asked.kind === 'reshape' && asked.stocks.some(({ provider }) => provider === change.id);
    if (change.kind !== 'consumer-set' && change.kind !== 'consumer-removed') return false;
    const consumer = change.kind === 'consumer-set' ? change.consumer.id : change.id;
    const isGivenBack = change.kind === 'consumer-removed';
    return (
      (asked.kind === 'claim' || asked.kind === 'reshape') &&
      asked.claims.some(
        (claim) =>
          claim.consumer === consumer && (Object.keys(claim.allocations).length === 0) === isGivenBack,
      )
    );
  });
}

function phaseOf({ kind }: Change): number {
  if (kind === 'inventories-set') return 1;
  return kind === 'provider-touched' ? 3 : 2;
}

function commandOf(changes: readonly Change[]): JournalCommand {
  const consumers = new Map<string, ConsumerState | null>();
  const inventories = new Map<string, Inventories>();
  const generations = new Map<string, number>();
  let operationId: number | null = null;
  for (const change of changes) {
    operationId = idOf(change) ?? operationId;
    if (change.kind === 'consumer-set') {
      const { id, generation, userId, allocations } = change.consumer;
      consumers.set(id, { generation, tag: userId, allocations: wireAllocations(allocations) });
    } else if (change.kind === 'consumer-removed') consumers.set(change.id, null);
    else if (change.kind === 'inventories-set')
      inventories.set(change.id, wireInventories(change.inventories));
    else if (change.kind === 'provider-touched') generations.set(change.id, change.generation);
  }
  return { changes, effect: { consumers, inventories, generations }, operationId };
}

function idOf(change: Change): number | null {
  if (change.kind === 'consumer-set') return idOfTag(change.consumer.userId);
  return change.kind === 'inventories-set' ? idOfInventories(wireInventories(change.inventories)) : null;
}
