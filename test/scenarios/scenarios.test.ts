import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Change } from '@berth/engine/changes.ts';
import type { Journal } from '@berth/ledger/journal/journal.ts';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { openSqliteJournal } from '@berth/ledger/journal/sqlite-journal.ts';
import { hasPostgres } from '@berth/ledger/testing/postgres-place.ts';
import { history } from '@berth/placement/http/versions.ts';
import { placementProjection } from '@berth/placement/rows/projection.ts';
import { type InProcess, inProcess, origin } from '@berth/placement/testing/in-process.ts';
import { dump } from './dump.ts';
import { Names } from './names.ts';
import { readScenarios } from './read-scenarios.ts';
import { ResettableLedger } from './resettable-ledger.ts';
import { runScenario } from './run-scenario.ts';
import type { Scenario } from './scenario.ts';

const scenarios = readScenarios();
const files = [...new Set(scenarios.map(({ file }) => file))];

/** In memory where that is possible: what a disk adds is waiting, four times as long as all the rest. */
const fastDirectory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** All that happens in a scenario happens at one second after the other. */
const start = Date.UTC(2026, 0, 1);

describe('on a journal in memory', () => {
  for (const file of files) {
    describe(file, () => {
      for (const scenario of scenarios.filter((each) => each.file === file)) {
        test(scenario.name, async () => {
          const clock = { at: start };
          const service = await inProcess(new MemoryJournal([placementProjection]), { now: () => clock.at });
          await play(scenario, service, clock);
          await service.close();
        });
      }
    });
  }
});

describe('on SQLite, and the same after it was closed and opened again', () => {
  const directory = mkdtempSync(join(fastDirectory, 'berth-scenarios-'));
  const template = join(directory, 'template.db');
  // A ledger with nothing but the standard traits and classes: making one takes ten times as long as copying it.
  before(async () => {
    const service = await inProcess(openSqliteJournal(template, [placementProjection]), { now: () => start });
    await service.close();
  });
  after(() => rmSync(directory, { recursive: true }));

  for (const file of files) {
    describe(file, () => {
      for (const [index, scenario] of scenarios.filter((each) => each.file === file).entries()) {
        test(scenario.name, async () => {
          const path = join(directory, `${file}-${index}.db`);
          copyFileSync(template, path);
          const clock = { at: start };
          const open = () =>
            inProcess(openSqliteJournal(path, [placementProjection]), { now: () => clock.at });
          const service = await open();
          await play(scenario, service, clock);
          const atTheEnd = await dump({ ...service, origin });
          await service.close();
          const opened = await open();
          assert.deepEqual(await dump({ ...opened, origin }), atTheEnd);
          await opened.close();
          rmSync(path);
        });
      }
    });
  }
});

describe('on PostgreSQL, and the same after it was closed and opened again', () => {
  let ledger: ResettableLedger | null = null;
  after(() => ledger?.close());

  for (const file of files) {
    describe(file, () => {
      for (const scenario of scenarios.filter((each) => each.file === file)) {
        test(scenario.name, async (t) => {
          if (!(await hasPostgres(t))) return;
          const clock = { at: start };
          const open = async (opening: Promise<Journal<Change>>) =>
            inProcess(await opening, { now: () => clock.at });
          ledger ??= await ResettableLedger.make((journal) => open(Promise.resolve(journal)));
          await ledger.reset();
          const service = await open(ledger.open());
          await play(scenario, service, clock);
          const atTheEnd = await dump({ ...service, origin });
          await service.close();
          const opened = await open(ledger.open());
          assert.deepEqual(await dump({ ...opened, origin }), atTheEnd);
          await opened.close();
        });
      }
    });
  }
});

async function play(scenario: Scenario, service: InProcess, clock: { at: number }): Promise<void> {
  const request: InProcess['request'] = (...args) => {
    clock.at += 1000;
    return service.request(...args);
  };
  await runScenario(scenario, { origin, request }, { names: new Names() });
}

test('every version has a seam', () => {
  const seams = new Set(scenarios.map(({ seam }) => seam));
  const without = history.slice(1).filter(([version]) => !seams.has(version));
  assert.deepEqual(without, []);
});
