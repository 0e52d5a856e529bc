import { isDeepStrictEqual } from 'node:util';
import type { Change } from '@berth/engine/changes.ts';
import type { NumberedChange } from '@berth/ledger/journal/journal.ts';
import type { Findings } from './findings.ts';
import type { Operation } from './history.ts';
import { type JournalCommand, journalCommands } from './journal-commands.ts';
import type { Timeline } from './timeline.ts';

/** The database went away with these changes, and came back with some of the last ones missing. */
export interface Loss {
  /** All it had. */
  readonly changes: readonly NumberedChange<Change>[];
  readonly startedMs: number;
  readonly endedMs: number;
}

/** A change that a process has said to be lost. */
export interface NamedChange {
  readonly number: number;
  readonly change: Change;
}

/** The order of all commands there ever were, also of those that were lost. */
export interface Branches {
  readonly commands: readonly JournalCommand[];
  /** Losing something is an operation, too: it happened between two moments, and has its place in the order. */
  readonly losses: readonly Operation[];
  /** The places of commands that are lost. */
  readonly lost: ReadonlySet<number>;
}

/**
 * Puts the journals that there were into one order: that of the first one to its end, then a step back to what the next one
 * has in common with it, then what the next one has besides, and so on. The timeline goes along. So all that clients saw has to
 * fit one order also when a database has lost something; only that in this order there are steps back, where somebody has
 * taken one.
 */
export function followBranches(
  losses: readonly Loss[],
  last: readonly NumberedChange<Change>[],
  setUpThrough: number,
  known: ReadonlyMap<number, Operation>,
  timeline: Timeline,
): Branches {
  const commands: JournalCommand[] = [];
  const operations: Operation[] = [];
  const lost = new Set<number>();
  let journal: readonly NumberedChange<Change>[] = [];
  /** For each change of the journal, the place of its command. */
  let places: number[] = [];
  for (const [index, next] of [...losses.map(({ changes }) => changes), last].entries()) {
    const shared = sharedLength(journal, next);
    const isFirst = index === 0;
    if (!isFirst) {
      for (const place of places.slice(shared)) lost.add(place);
      const id = -index;
      commands.push({ changes: [], effect: noEffect, operationId: id });
      timeline.restore(places[shared - 1] ?? 0);
      operations.push(lossOf(losses[index - 1] as Loss, id)); // There is one before each journal but the first.
    }
    places = places.slice(0, shared);
    if (isFirst) {
      timeline.append(changesOf(next.slice(0, setUpThrough)), true);
      places.push(...next.slice(0, setUpThrough).map(() => 0));
    }
    for (const command of journalCommands(changesOf(next.slice(places.length)), known)) {
      commands.push(command);
      timeline.append(command.changes);
      for (const _ of command.changes) places.push(timeline.last);
    }
    journal = next;
  }
  return { commands, losses: operations, lost };
}

/** Whether exactly that was said to be lost which was acknowledged and is gone. */
export function checkNamed(
  { commands, lost }: Branches,
  named: readonly NamedChange[],
  places: ReadonlyMap<number, number>,
  known: ReadonlyMap<number, Operation>,
  findings: Findings,
): void {
  const names = new Set(named.map(({ change }) => JSON.stringify(change)));
  for (const [id, place] of places) {
    if (!lost.has(place) || known.get(id)?.outcome.kind !== 'done') continue;
    const unnamed = commands[place - 1]?.changes.filter((change) => !names.has(JSON.stringify(change))) ?? [];
    for (const change of unnamed) findings.add('lost in silence', `${JSON.stringify(change)} at ${place}`);
  }
  const gone = new Set<string>();
  for (const place of lost)
    for (const change of commands[place - 1]?.changes ?? []) gone.add(JSON.stringify(change));
  for (const name of names) if (!gone.has(name)) findings.add('named though there', name);
}

function sharedLength(
  one: readonly NumberedChange<Change>[],
  other: readonly NumberedChange<Change>[],
): number {
  let length = 0;
  while (length < one.length && isDeepStrictEqual(one[length], other[length])) length += 1;
  return length;
}

function changesOf(numbered: readonly NumberedChange<Change>[]): Change[] {
  return numbered.map(({ change }) => change);
}

function lossOf({ startedMs, endedMs }: Loss, id: number): Operation {
  return {
    id,
    client: -1,
    process: -1,
    asked: { kind: 'loss' },
    startedMs,
    endedMs,
    outcome: { kind: 'done' },
  };
}

const noEffect = { consumers: new Map(), inventories: new Map(), generations: new Map() };
