import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import { Committer } from './committer.ts';
import { JournalFull, JournalUnavailable } from './journal/journal-errors.ts';
import { MemoryJournal } from './journal/memory-journal.ts';
import { openSqliteJournal } from './journal/sqlite-journal.ts';
import { arbitraryCommand } from './testing/arbitrary-counters.ts';
import {
  type CounterChange,
  type CounterCommand,
  type Counters,
  counters,
  worldOf,
} from './testing/counters.ts';
import { countersProjection, withLabelsInOrder } from './testing/counters-projection.ts';
import { ScriptedJournal, turns } from './testing/scripted-journal.ts';

/**
 * However commands are grouped, and whichever appends fail: those that were answered got the answers they would
 * have got one by one, in a world in which the failed ones were never submitted.
 */
const scenario = fc.record({
  /** Each with how many turns pass before the next is submitted. */
  commands: fc.array(fc.tuple(arbitraryCommand, fc.constantFrom(0, 0, 0, 1, 3)), { maxLength: 30 }),
  maxGroup: fc.integer({ min: 1, max: 8 }),
  failures: fc.array(fc.constantFrom(true, false, false, false), { maxLength: 10 }),
  /** How many turns each append takes; 0 is done at once. */
  appendTurns: fc.constantFrom(0, 0, 1, 2, 4),
  store: fc.constantFrom('memory', 'sqlite'),
});

test('grouped commands have the results of single ones, and failed ones none', async () => {
  await assertProperty(
    fc.asyncProperty(scenario, async ({ commands, maxGroup, failures, appendTurns, store }) => {
      const stored =
        store === 'memory'
          ? new MemoryJournal([countersProjection])
          : openSqliteJournal(':memory:', [countersProjection]);
      const journal = new ScriptedJournal<CounterChange>(stored, {
        outcomes: failures.map((fails) => (fails ? new JournalFull('memory', null) : null)),
        ...(appendTurns > 0 && { wait: () => turns(appendTurns) }),
      });
      const world: Counters = new Map();
      const durable = () => inOrder(worldOf([...stored.changesAfter(0, 10_000)].map(({ change }) => change)));
      const committer = new Committer({ world, domain: counters, journal, maxGroup, stagingMs: Infinity });

      const outcomes: Promise<Outcome>[] = [];
      for (const [command, pause] of commands) {
        outcomes.push(outcomeOf(committer.submit(command, glance)));
        for (let turn = 0; turn < pause; turn += 1) {
          await turns(1);
          assert.deepEqual(inOrder(world), durable(), 'what can be seen is what is durable');
        }
      }
      await committer.close();

      assert.deepEqual(inOrder(world), durable());
      assert.deepEqual(inOrder(world), worldOf(stored.load()));
      const settled = await Promise.all(outcomes);
      const survivors = commands.flatMap(([command], index) =>
        settled[index] === 'unavailable' ? [] : [command],
      );
      const alone: Counters = new Map();
      assert.deepEqual(
        settled.filter((outcome) => outcome !== 'unavailable'),
        survivors.map((command) => oneByOne(alone, command)),
      );
      assert.deepEqual(world, alone);
      stored.close();
    }),
    200,
  );
});

type Outcome = 'unavailable' | { readonly answer: unknown } | { readonly refusal: string };

/** What a command gets to see: the whole world as it is right then, and its own changes. */
function glance(world: Counters, changes: readonly CounterChange[]): unknown {
  return structuredClone({ world, changes });
}

async function outcomeOf(submitted: Promise<unknown>): Promise<Outcome> {
  try {
    return { answer: await submitted };
  } catch (error) {
    if (error instanceof JournalUnavailable) return 'unavailable';
    return { refusal: String(error) };
  }
}

function oneByOne(world: Counters, command: CounterCommand): Outcome {
  try {
    const changes = counters.decide(world, command);
    for (const change of changes) counters.apply(world, change);
    return { answer: glance(world, changes) };
  } catch (error) {
    return { refusal: String(error) };
  }
}

function inOrder(world: Counters): Counters {
  return new Map([...world].map(([name, counter]) => [name, withLabelsInOrder(counter)]));
}
