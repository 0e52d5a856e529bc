import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Committer, type Commit } from './committer.ts';
import { CommitterClosed, CommitterStopped } from './committer-errors.ts';
import {
  JournalCorrupt,
  JournalFateUnknown,
  JournalFull,
  JournalUnavailable,
  UnstorableChange,
} from './journal/journal-errors.ts';
import { MemoryJournal } from './journal/memory-journal.ts';
import {
  type CounterChange,
  type CounterCommand,
  CounterRefusal,
  type Counters,
  counters,
  setCounter,
  worldOf,
} from './testing/counters.ts';
import { countersProjection } from './testing/counters-projection.ts';
import { type Script, ScriptedJournal, turns } from './testing/scripted-journal.ts';

/** The committer must keep its promises with journals of both kinds. */
for (const [kind, wait] of [
  ['synchronous', undefined],
  ['asynchronous', () => turns(2)],
] as const) {
  describe(`with a journal that is ${kind}`, () => {
    const given = (script: Script = {}, options: GivenOptions = {}) =>
      committerOn({ ...script, ...(wait !== undefined && { wait }) }, options);

    test('commands of one turn become durable together, and each is answered by the world right after it', async () => {
      const { submit, journal, world } = given();
      const answers = await Promise.all([submit(add('a', 1)), submit(add('a', 1)), submit(add('b', 5))]);
      assert.deepEqual(answers, [1, 2, 5]);
      assert.deepEqual(journal.batches, [[counted('a', 1), counted('a', 2), counted('b', 5)]]);
      assert.equal(world.get('a')?.value, 2);
    });

    test('commands wait while nothing is to be written, also those whose turn is due', async () => {
      const { committer, submit, journal } = given();
      const before = submit(add('a', 1));
      const release = committer.hold();
      const answers = Promise.all([before, submit(add('a', 1))]);
      await turns(5);
      assert.deepEqual([journal.batches.length, committer.pending], [0, 2]);
      release();
      assert.deepEqual(await answers, [1, 2]);
      assert.equal(journal.batches.length, 1);
    });

    test('a command sees the effect of those before it in its group', async () => {
      const { submit, journal } = given();
      const outcomes = await Promise.allSettled([
        submit({ do: 'create', name: 'new', limit: 2 }),
        submit(add('new', 2)),
        submit(add('new', 1)),
        submit({ do: 'move', from: 'new', to: 'a', amount: 2 }),
        submit(add('new', 1)),
      ]);
      assert.deepEqual(outcomes.map(statusOf), [0, 2, 'new counts to 2 at most', 0, 1]);
      assert.equal(journal.batches.length, 1);
    });

    test('a group is as large as its commands, and one that is larger is a group by itself', async () => {
      const { submit, journal } = given({}, { maxGroupSize: 10 });
      const amounts = [4, 4, 4, 1, 30, 1, 1];
      await Promise.all(amounts.map((amount) => submit(add('a', amount))));
      assert.deepEqual(sizesOf(journal), [3, 2, 2]);
    });

    test('where deciding takes long the rest waits for another turn, and all is answered in order', async () => {
      const { submit, journal } = given({}, { stagingMs: 0 });
      const answers = await Promise.all([submit(add('a', 1)), submit(add('a', 1)), submit(add('a', 1))]);
      assert.deepEqual(answers, [1, 2, 3]);
      assert.equal(journal.batches.length, 3);
    });

    test('a group waits a little for as many commands as the last one had', async () => {
      const { submit, journal } = given();
      await Promise.all([submit(add('a', 1)), submit(add('a', 1)), submit(add('a', 1))]);
      const first = submit(add('a', 1));
      await turns(1);
      const second = submit(add('a', 1));
      await turns(1);
      assert.deepEqual(await Promise.all([first, second, submit(add('a', 1))]), [4, 5, 6]);
      assert.deepEqual(sizesOf(journal), [3, 3]);
    });

    test('and no longer: who writes alone from then on does not wait', async () => {
      const { submit, journal } = given();
      await Promise.all([submit(add('a', 1)), submit(add('a', 1))]);
      await submit(add('a', 1));
      const alone = submit(add('a', 1));
      await turns(1);
      const late = submit(add('a', 1));
      assert.deepEqual(await Promise.all([alone, late]), [4, 5]);
      assert.deepEqual(sizesOf(journal), [2, 1, 1, 1]);
    });

    test('nor where the rounds take long', async () => {
      const { submit, journal } = given({}, { gatheringMs: 0 });
      await Promise.all([submit(add('a', 1)), submit(add('a', 1))]);
      const first = submit(add('a', 1));
      await turns(1);
      assert.deepEqual(await Promise.all([first, submit(add('a', 1))]), [3, 4]);
      assert.deepEqual(sizesOf(journal), [2, 1, 1]);
    });

    test('a refused command leaves no trace', async () => {
      const { submit, journal, world } = given();
      await assert.rejects(submit(add('nowhere', 1)), new CounterRefusal('there is no nowhere'));
      assert.deepEqual(world, worldOf(givenChanges));
      assert.deepEqual(journal.batches, []);
    });

    test('a command whose answer cannot be read is refused, and those around it are not', async () => {
      const { submit, committer, journal, world } = given();
      const mistake = new TypeError('not to be read');
      const outcomes = await Promise.allSettled([
        submit(add('a', 1)),
        committer.submit({ do: 'move', from: 'a', to: 'b', amount: 1 }, () => {
          throw mistake;
        }),
        submit(add('a', 1)),
      ]);
      assert.deepEqual(outcomes.map(statusOf), [1, 'not to be read', 2]);
      assert.deepEqual(journal.batches, [[counted('a', 1), counted('a', 2)]]);
      assert.equal(world.get('b')?.value, 0);
    });

    test('a command that changes nothing is answered without an append', async () => {
      const { submit, journal } = given();
      assert.equal(await submit({ do: 'look', name: 'a' }), 0);
      assert.deepEqual(journal.batches, []);
    });

    test('no group is larger than it may be', async () => {
      const { submit, journal } = given({}, { maxGroup: 3 });
      await Promise.all(Array.from({ length: 8 }, () => submit(add('a', 1))));
      assert.deepEqual(
        journal.batches.map((batch) => batch.length),
        [3, 3, 2],
      );
    });

    test('an append that fails leaves the world as it was, and the next one works', async () => {
      const full = new JournalFull('memory', new Error('no room'));
      const { submit, world, journal, committer } = given({ outcomes: [full] });
      const outcomes = await Promise.allSettled([
        submit(add('a', 1)),
        submit({ do: 'remove', name: 'b' }),
        submit({ do: 'rename-label', from: 'x', to: 'y' }),
        submit({ do: 'create', name: 'new', limit: null }),
      ]);
      for (const outcome of outcomes) assert.equal(reasonOf(outcome), full);
      assert(full instanceof JournalUnavailable);
      assert.deepEqual(world, worldOf(givenChanges));
      assert(committer.isHealthy);
      assert.equal(await submit(add('a', 1)), 1);
      assert.deepEqual(world, worldOf(await journal.load()));
    });

    test('a refusal or an answer that rests on changes that were not stored is not given', async () => {
      const down = new JournalUnavailable('down');
      const { submit } = given({ outcomes: [down] });
      const outcomes = await Promise.allSettled([
        submit({ do: 'remove', name: 'a' }),
        submit(add('a', 1)), // refused: it is gone
        submit({ do: 'look', name: 'b' }),
      ]);
      for (const outcome of outcomes) assert.equal(reasonOf(outcome), down);
    });

    test('a command that cannot be stored fails by itself, and those around it are stored', async () => {
      const { submit, journal, world, committer } = given();
      const outcomes = await Promise.allSettled([
        submit(add('a', 1)),
        submit(add('b', 0.5)),
        submit(add('a', 1)),
        submit(add('nowhere', 1)),
      ]);
      assert.deepEqual([outcomes[0], outcomes[2], outcomes[3]].map(statusOf), [1, 2, 'there is no nowhere']);
      assert(reasonOf(outcomes[1]) instanceof UnstorableChange);
      assert.deepEqual(world, worldOf(await journal.load()));
      assert.equal(world.get('b')?.value, 0);
      assert(committer.isHealthy);
      await Promise.all([submit(add('a', 1)), submit(add('a', 1))]);
      assert.equal(journal.batches.at(-1)?.length, 2, 'later commands are grouped again');
    });

    test('after an append of unknown fate nothing is accepted any more', async () => {
      const unknown = new JournalFateUnknown('memory', new Error('gone'));
      const { submit, committer, failures } = given({ outcomes: [unknown] }, { maxGroup: 2 });
      const outcomes = await Promise.allSettled([1, 2, 3].map(() => submit(add('a', 1))));
      assert.equal(reasonOf(outcomes[0]), unknown);
      assert.equal(reasonOf(outcomes[1]), unknown);
      assert(reasonOf(outcomes[2]) instanceof CommitterStopped);
      assert.equal(committer.isHealthy, false);
      assert.equal(committer.pending, 0);
      await assert.rejects(submit(add('a', 1)), CommitterStopped);
      await committer.close();
      assert.deepEqual(failures, [unknown]);
    });

    test('a journal that is damaged ends writing', async () => {
      const corrupt = new JournalCorrupt('memory', new Error('malformed'));
      const { submit, committer, failures } = given({ outcomes: [corrupt] });
      await assert.rejects(submit(add('a', 1)), corrupt);
      assert.equal(committer.isHealthy, false);
      assert.deepEqual(failures, [corrupt]);
    });

    test('closing finishes what was accepted and refuses the rest by name', async () => {
      const { submit, committer } = given({}, { maxGroup: 2 });
      const accepted = [1, 2, 3, 4, 5].map(() => submit(add('a', 1)));
      const closed = committer.close();
      await assert.rejects(submit(add('a', 1)), CommitterClosed);
      assert.equal(committer.pending, 5);
      await closed;
      assert.equal(committer.pending, 0);
      assert.deepEqual(await Promise.all(accepted), [1, 2, 3, 4, 5]);
      await committer.close();
    });

    test('closing an idle committer is done at once', async () => {
      const { committer } = given();
      await committer.close();
    });

    test('every group is told of before those who submitted go on', async () => {
      const events: string[] = [];
      const { submit, commits } = given({}, { onCommit: () => events.push('told') });
      await Promise.all([
        submit(add('a', 1)).then(() => events.push('answered')),
        submit(add('nowhere', 1)).catch(() => events.push('refused')),
        submit({ do: 'move', from: 'a', to: 'b', amount: 1 }),
      ]);
      assert.deepEqual(events, ['told', 'answered', 'refused']);
      assert.equal(commits.length, 1);
      const { appendMs, ...commit } = commits[0] as Commit<CounterChange>;
      assert.deepEqual(commit, {
        changes: [counted('a', 1), counted('a', 0), counted('b', 1)],
        firstNumber: givenChanges.length + 1,
        at: 5000,
        commands: 3,
      });
      assert(appendMs >= 0);
    });

    test('a change that cannot be applied ends writing, since the world is not to be trusted', async () => {
      const mistake = new Error('a mistake in the domain');
      const { submit, committer, journal, failures } = given({}, { applyThrows: mistake });
      const outcomes = await Promise.allSettled([submit(add('a', 1)), submit(add('b', 1))]);
      for (const outcome of outcomes) assert(reasonOf(outcome) instanceof CommitterStopped);
      assert.deepEqual(journal.batches, []);
      assert.equal(committer.isHealthy, false);
      assert.deepEqual(failures, [mistake]);
    });
  });
}

test('where the world cannot be put back after a failed append, writing ends', async () => {
  const mistake = new Error('a mistake in the domain');
  const { submit, committer, failures } = committerOn(
    { outcomes: [new JournalUnavailable('down')] },
    { applyThrows: mistake, applyWorks: 1 },
  );
  await assert.rejects(submit(add('a', 1)), JournalFateUnknown);
  assert.equal(committer.isHealthy, false);
  assert.deepEqual(failures, [mistake]);
});

test('where the world cannot be put back for the time of an append, writing ends, whatever becomes of the append', async () => {
  for (const outcome of [null, new JournalUnavailable('down')]) {
    const mistake = new Error('a mistake in the domain');
    const { submit, committer, failures } = committerOn(
      { outcomes: [outcome], wait: () => turns(1) },
      { applyThrows: mistake, applyWorks: 1 },
    );
    await assert.rejects(submit(add('a', 1)), JournalFateUnknown);
    await turns(3);
    assert.equal(committer.isHealthy, false);
    assert.deepEqual(failures, [mistake]);
  }
});

test('where what was stored cannot be applied again, writing ends', async () => {
  const mistake = new Error('a mistake in the domain');
  const { submit, committer, failures } = committerOn(
    { wait: () => turns(1) },
    { applyThrows: mistake, applyWorks: 2 },
  );
  await assert.rejects(submit(add('a', 1)), JournalFateUnknown);
  assert.equal(committer.isHealthy, false);
  assert.deepEqual(failures, [mistake]);
});

test('nothing is visible while an append is under way, and what arrives meanwhile is the next group', async () => {
  const append = Promise.withResolvers<void>();
  const { submit, committer, world, journal } = committerOn({ wait: () => append.promise });
  const before = worldOf(givenChanges);
  const first = [submit(add('a', 1)), submit({ do: 'remove', name: 'b' }), submit(add('b', 1))];
  const outcomes = Promise.allSettled(first);
  await turns(3);
  assert.equal(journal.batches.length, 1);
  assert.deepEqual(world, before);
  const second = [submit(add('a', 1))];
  await turns(2);
  second.push(submit(add('a', 1)));
  await turns(2);
  assert.equal(journal.batches.length, 1);
  assert.equal(committer.pending, 5);
  assert.deepEqual(world, before);
  append.resolve();
  assert.deepEqual((await outcomes).map(statusOf), [1, 0, 'there is no b']);
  assert.deepEqual(await Promise.all(second), [2, 3]);
  assert.equal(journal.batches.length, 2);
  assert.deepEqual(world, worldOf(await journal.load()));
});

test('even a refusal is not told before the changes it rests on are durable', async () => {
  const append = Promise.withResolvers<void>();
  const { submit } = committerOn({ wait: () => append.promise });
  const removed = submit({ do: 'remove', name: 'a' });
  let isRefused = false;
  const refused = submit(add('a', 1)).catch(() => {
    isRefused = true;
  });
  await turns(3);
  assert.equal(isRefused, false);
  append.resolve();
  await Promise.all([removed, refused]);
  assert.equal(isRefused, true);
});

test('an error thrown while a group is told of does not undo it', async (t) => {
  const mistake = new Error('a mistake in an observer');
  const planned: (() => void)[] = [];
  t.mock.method(globalThis, 'setImmediate', (turn: () => void) => planned.push(turn));
  const { submit, committer } = committerOn(
    {},
    {
      onCommit() {
        throw mistake;
      },
    },
  );
  const answer = submit(add('a', 1));
  assert.throws(() => planned[0]?.(), mistake);
  assert.equal(await answer, 1);
  assert(committer.isHealthy);
});

const givenChanges: readonly CounterChange[] = [
  setCounter('a', { labels: [{ label: 'x', weight: 1 }] }),
  setCounter('b', { limit: 5 }),
];

interface GivenOptions {
  readonly maxGroup?: number;
  readonly maxGroupSize?: number;
  /** Both for ever, unless told: a busy machine must not make other groups. */
  readonly gatheringMs?: number;
  readonly stagingMs?: number;
  readonly onCommit?: () => void;
  /** Thrown by `apply`, once it has worked so many times. */
  readonly applyThrows?: Error;
  readonly applyWorks?: number;
}

/** A committer over the counters a and b, which stand in its journal already. */
function committerOn(
  script: Script,
  {
    maxGroup,
    maxGroupSize,
    gatheringMs = Infinity,
    stagingMs = Infinity,
    onCommit,
    applyThrows,
    applyWorks = 0,
  }: GivenOptions = {},
) {
  let applied = 0;
  const stored = new MemoryJournal([countersProjection]);
  stored.append(givenChanges, 1000);
  const journal = new ScriptedJournal(stored, script);
  const world: Counters = worldOf(givenChanges);
  const commits: Commit<CounterChange>[] = [];
  const failures: unknown[] = [];
  const committer = new Committer<Counters, CounterCommand, CounterChange>({
    world,
    domain: {
      decide: (world, command) => counters.decide(world, command),
      apply(world, change) {
        applied += 1;
        if (applyThrows !== undefined && applied > applyWorks) throw applyThrows;
        return counters.apply(world, change);
      },
      sizeOf: (_, command) => ('amount' in command ? command.amount : 1),
    },
    journal,
    now: () => 5000,
    gatheringMs,
    stagingMs,
    ...(maxGroup !== undefined && { maxGroup }),
    ...(maxGroupSize !== undefined && { maxGroupSize }),
    onCommit(commit) {
      commits.push(commit);
      onCommit?.();
    },
    onFailure: (reason) => failures.push(reason),
  });
  /** Resolves to the value of the counter the command is about. */
  const submit = (command: CounterCommand) =>
    committer.submit(
      command,
      (world) => world.get('name' in command ? command.name : command.from)?.value ?? 0,
    );
  return { committer, submit, journal, world, commits, failures };
}

function add(name: string, amount: number): CounterCommand {
  return { do: 'add', name, amount };
}

function sizesOf({ batches }: ScriptedJournal<CounterChange>): readonly number[] {
  return batches.map((batch) => batch.length);
}

function counted(name: string, value: number): CounterChange {
  return { kind: 'counter-counted', name, value };
}

function statusOf(outcome: PromiseSettledResult<number> | undefined): number | string {
  return outcome?.status === 'fulfilled' ? outcome.value : (reasonOf(outcome) as Error).message;
}

function reasonOf(outcome: PromiseSettledResult<number> | undefined): unknown {
  assert(outcome?.status === 'rejected');
  return outcome.reason;
}
