import { isDeepStrictEqual } from 'node:util';
import type { Change } from '@berth/engine/changes.ts';
import type { NumberedChange } from '@berth/ledger/journal/journal.ts';
import { consumerText, holdersText, inventoriesText } from './facts.ts';
import { describe } from './describe.ts';
import { type Branches, checkNamed, followBranches, type Loss, type NamedChange } from './branches.ts';
import { Findings } from './findings.ts';
import type { Operation } from './history.ts';
import type { JournalCommand } from './journal-commands.ts';
import { judge } from './judge.ts';
import { locate } from './locate.ts';
import { findOrder } from './order.ts';
import { capacityOf, type ProviderState, Timeline } from './timeline.ts';

export interface CheckedHistory {
  readonly operations: readonly Operation[];
  /** All changes, in the order of their numbers. */
  readonly changes: readonly NumberedChange<Change>[];
  /** The number of the last one that was there before the first operation. */
  readonly setUpThrough: number;
  /** The state in the end, as the changes that make it from nothing. */
  readonly rows: readonly Change[] | null;
  /** When the database came back older, oldest first, and what the processes said to be lost by that. */
  readonly losses?: readonly Loss[];
  readonly namedLost?: readonly NamedChange[];
}

export interface Verdict {
  readonly findings: Findings;
  /** How many commands the journal has. */
  readonly commands: number;
  /** Of the writes without an answer, how many have happened. */
  readonly unknownHappened: number;
  readonly unknownNever: number;
  /** How many acknowledged writes the database has lost. */
  readonly acknowledgedLost: number;
}

/**
 * Decides whether a history is linearizable: whether there is an order of all its operations in which each sees exactly what
 * those before it have done, and in which none comes after one that began when it had already ended.
 *
 * To find such an order among all orders is hard in general. Here one is claimed: the journal's. So it is only checked,
 * which takes a sort and one pass over the operations:
 *
 * 1. The journal has no gaps. Every write that was acknowledged is in it once, those that were refused are not, those without
 *    an answer are at most once, and nothing else is there.
 * 2. Each command in the journal does what was asked for, all of it, to the state that the commands before it have left;
 *    the rules are written down a second time in judge.ts, so that it also is what it should be.
 * 3. Each look, each refusal and each write has a place in this order that agrees with the clock; see order.ts.
 * 4. At no place is more used of a provider than it has, but where somebody has lowered that who looked before the database came back older.
 * 5. The rows in the end are the sum of all changes.
 * 6. Where the database came back older, what it has lost is part of the order, and so is the step back (branches.ts). Which of the
 *    acknowledged writes are lost was said by somebody, of each of them, and of no others.
 *
 * The journal is taken from the system that is checked, but it is not trusted: if it passes, there is an order that explains
 * everything that anybody saw. That is more than it takes: the history is not only linearizable for each provider and
 * each consumer, but for all of them together. If it does not pass, there may be another order that would, and it would
 * still be wrong: followers and the feed go by the journal's.
 */
export function checkHistory(history: CheckedHistory): Verdict {
  const { changes, setUpThrough, rows, losses = [], namedLost = [] } = history;
  const findings = new Findings();
  for (const journal of [...losses, { changes }]) checkNumbers(journal.changes, findings);
  const asked = new Map(history.operations.map((operation) => [operation.id, operation]));
  const timeline = new Timeline();
  const branches = followBranches(losses, changes, setUpThrough, asked, timeline);
  const { commands } = branches;
  const operations = [...history.operations, ...branches.losses];

  const places = locate(operations, commands, timeline, findings);
  checkFates(operations, places, findings);
  checkEffects(operations, commands, places, timeline, findings);
  checkRoom(branches, asked, timeline, findings);
  findOrder(operations, places, timeline, findings);
  checkNamed(branches, namedLost, places, asked, findings);
  if (rows !== null) checkRows(rows, timeline, findings);

  const unknown = operations.filter(
    ({ asked, outcome }) => outcome.kind === 'unknown' && asked.kind !== 'look',
  );
  const unknownHappened = unknown.filter(({ id }) => places.has(id)).length;
  return {
    findings,
    commands: commands.length,
    acknowledgedLost: [...places].filter(
      ([id, place]) => branches.lost.has(place) && asked.get(id)?.outcome.kind === 'done',
    ).length,
    unknownHappened,
    unknownNever: unknown.length - unknownHappened,
  };
}

function checkNumbers(changes: readonly NumberedChange<Change>[], findings: Findings): void {
  changes.forEach(({ number }, index) => {
    const expected = (changes[index - 1]?.number ?? 0) + 1;
    if (number !== expected) findings.add('gap', `change ${number} comes after ${expected - 1}`);
  });
}

function checkFates(
  operations: readonly Operation[],
  places: ReadonlyMap<number, number>,
  findings: Findings,
): void {
  for (const operation of operations) {
    const { kind } = operation.outcome;
    const place = places.get(operation.id);
    if (kind === 'done' && place === undefined)
      findings.add('lost', `${describe(operation)} is not in the journal`);
    if ((kind === 'refused' || kind === 'not done') && place !== undefined)
      findings.add('done though refused', `${describe(operation)} has happened at ${place}`);
    // There is nothing in the load that must not be looked at.
    if (kind === 'refused' && operation.asked.kind === 'look')
      findings.add('refused without reason', describe(operation));
  }
}

function checkEffects(
  operations: readonly Operation[],
  commands: readonly JournalCommand[],
  places: ReadonlyMap<number, number>,
  timeline: Timeline,
  findings: Findings,
): void {
  for (const operation of operations) {
    const place = places.get(operation.id);
    if (place === undefined || operation.asked.kind === 'look' || operation.asked.kind === 'loss') continue;
    const { refusals, effect } = judge(operation.asked, operation.id, timeline.at(place - 1));
    const found = commands[place - 1]?.effect;
    if (refusals.length > 0) {
      const text = `${describe(operation)} has happened at ${place}, against ${JSON.stringify(refusals)}`;
      findings.add('not as asked', text);
    } else if (!isDeepStrictEqual(found, effect)) {
      const text = `${describe(operation)} has done ${shown(found)} at ${place}, and not ${shown(effect)}`;
      findings.add('not as asked', text);
    }
  }
}

/**
 * No command may leave more used than there is. Where that is so already, by one that had an excuse, those after it may not make it worse.
 */
function checkRoom(
  { commands, losses }: Branches,
  asked: ReadonlyMap<number, Operation>,
  timeline: Timeline,
  findings: Findings,
): void {
  commands.forEach(({ effect, operationId }, index) => {
    if (isOutdated(asked.get(operationId ?? Number.NaN), losses)) return;
    const [before, after] = [timeline.at(index), timeline.at(index + 1)];
    for (const id of new Set([...effect.inventories.keys(), ...effect.generations.keys()])) {
      const provider = after.provider(id);
      for (const [name, used] of Object.entries(provider?.used ?? {})) {
        const excess = excessOf(provider, name);
        if (excess <= Math.max(0, excessOf(before.provider(id), name))) continue;
        findings.add(
          'over-allocated',
          `${used} ${name} of ${id} are used of ${used - excess} at ${index + 1}`,
        );
      }
    }
  });
}

/** How much more is used than there is; less than nothing where there is room. */
function excessOf(provider: ProviderState | null, name: string): number {
  const inventory = provider?.inventories[name];
  return (provider?.used[name] ?? 0) - (inventory ? capacityOf(inventory) : 0);
}

/**
 * Whether an inventory was made for what was used before a database came back older. Generations count on from where they were then, so the one
 * that its client has seen may be there again, with something else used; nobody could tell.
 */
function isOutdated(operation: Operation | undefined, losses: readonly Operation[]): boolean {
  if (operation?.asked.kind !== 'stock') return false;
  const { lookedAtMs } = operation.asked;
  return losses.some(({ startedMs, endedMs }) => lookedAtMs < endedMs && startedMs < operation.endedMs);
}

function checkRows(rows: readonly Change[], timeline: Timeline, findings: Findings): void {
  const stored = new Timeline();
  stored.append(rows, true);
  const [now, then] = [timeline.at(timeline.last), stored.at(0)];
  for (const id of new Set([...timeline.consumers, ...stored.consumers])) {
    const [made, kept] = [consumerText(now.consumer(id)), consumerText(then.consumer(id))];
    if (made !== kept)
      findings.add('rows differ', `the changes make consumer ${id} ${made}, the rows ${kept}`);
  }
  for (const id of new Set([...timeline.providers, ...stored.providers])) {
    const [made, kept] = [now, then].map((moment) => {
      const { generation = null, inventories = null } = moment.provider(id) ?? {};
      return `${generation} ${inventoriesText(inventories)} ${holdersText(moment.holders(id))}`;
    });
    if (made !== kept)
      findings.add('rows differ', `the changes make provider ${id} ${made}, the rows ${kept}`);
  }
}

function shown(effect: JournalCommand['effect'] | undefined): string {
  if (effect === undefined) return 'nothing';
  const { consumers, inventories, generations } = effect;
  return JSON.stringify([...consumers, ...inventories, ...generations]);
}
