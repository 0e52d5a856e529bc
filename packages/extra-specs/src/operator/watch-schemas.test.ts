import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeIssue } from './schema-issue.ts';
import { OperatorSchemas, type Reload } from './watch-schemas.ts';

describe('schemas that are in use', () => {
  let directory = '';
  let schemas: OperatorSchemas | null = null;
  let reloads: Reload[] = [];
  const at = (name: string): string => join(directory, name);
  const write = (name: string, ...keys: readonly string[]): void => writeFileSync(at(name), schema(...keys));
  const open = (...paths: readonly string[]): OperatorSchemas => {
    schemas = new OperatorSchemas({ paths, settleMs: 20, onReload: (reload) => reloads.push(reload) });
    return schemas;
  };
  const watch = (...paths: readonly string[]): OperatorSchemas => {
    open(...paths).watch((issue) => assert.fail(describeIssue(issue)));
    return schemas as OperatorSchemas;
  };
  const knows = (key: string): boolean => schemas?.registry.keys.find(`site:${key}`) !== null;
  const said = (): string[] =>
    (schemas?.issues ?? []).map((issue) => describeIssue(issue).replaceAll(`${directory}/`, ''));

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'extra-specs-'));
    reloads = [];
  });
  afterEach(() => {
    schemas?.close();
    rmSync(directory, { recursive: true });
  });

  test('are read again on demand; who has the old registry keeps it', () => {
    write('a.yaml', 'one');
    const { registry } = open(directory);
    write('a.yaml', 'two');
    write('b.yaml', 'three');
    assert.deepEqual(schemas?.reload(), { isTaken: true, issues: [] });
    assert.deepEqual(['one', 'two', 'three'].map(knows), [false, true, true]);
    assert.equal(registry.keys.find('site:one')?.key, 'site:one');
    assert.equal(registry.keys.find('site:two'), null);
    assert.equal(reloads.length, 1);
  });

  test('stay as they were when there is an error, which is told, until it is gone', () => {
    write('a.yaml', 'one');
    const { registry } = open(directory);
    write('a.yaml', 'two');
    writeFileSync(at('b.yaml'), 'version: 2.0\n');
    const reload = schemas?.reload();
    assert.equal(reload?.isTaken, false);
    assert.equal(schemas?.registry, registry);
    assert.deepEqual(said(), [
      'b.yaml:1:10: error: 2.0 is no version of this format that is known; known is 1.0',
    ]);
    unlinkSync(at('b.yaml'));
    assert.equal(schemas?.reload().isTaken, true);
    assert.deepEqual(said(), []);
    assert.ok(knows('two'));
  });

  test('stay as they were when a key is taken, or a file is gone', () => {
    write('a.yaml', 'one');
    open(at('a.yaml'));
    writeFileSync(
      at('a.yaml'),
      schema('two').replace('namespace: site', 'namespace: hw').replace('two', 'cpu_policy'),
    );
    assert.equal(schemas?.reload().isTaken, false);
    assert.match(said()[0] ?? '', /^a\.yaml:3:10: error: 'hw:cpu_policy' is defined by Berth already/);
    unlinkSync(at('a.yaml'));
    assert.equal(schemas?.reload().isTaken, false);
    assert.deepEqual(said(), ['a.yaml: error: there is no such file or directory']);
    assert.ok(knows('one'));
  });

  test('are taken with warnings', () => {
    write('a.yaml', 'one');
    open(directory);
    writeFileSync(at('a.yaml'), schema('two').replace('namespace', 'namspace'));
    assert.equal(schemas?.reload().isTaken, true);
    assert.deepEqual(said(), ['a.yaml:3:15: warning: `namspace` is spelled `namespace`']);
    assert.ok(knows('two'));
  });

  test('leave out files with errors when they are first read', () => {
    write('a.yaml', 'one');
    writeFileSync(at('b.yaml'), '-');
    open(directory);
    assert.ok(knows('one'));
    assert.equal(said().length, 1);
    assert.deepEqual(reloads, []);
  });

  test('have what plug-ins say, too, and what is wrong with that', () => {
    write('a.yaml', 'one');
    const spec = { name: 'p', description: 'P.', value: { type: 'boolean' } } as const;
    schemas = new OperatorSchemas({
      paths: [directory],
      others: [
        {
          source: { kind: 'plugin', name: 'x', version: '1.0.0' },
          namespaces: [{ name: 'site', description: 'X.', specs: [spec, spec] }],
        },
      ],
    });
    assert.deepEqual(['one', 'p'].map(knows), [true, true]);
    assert.equal(schemas.otherIssues.length, 1);
    assert.equal(schemas.reload().isTaken, true);
    assert.ok(knows('p'));
  });

  describe('and watched', () => {
    for (const [how, change] of [
      ['is written over', () => write('a.yaml', 'two')],
      [
        'is replaced by another',
        () => {
          write('.a.yaml.tmp', 'two');
          renameSync(at('.a.yaml.tmp'), at('a.yaml'));
        },
      ],
      [
        'is put aside and written anew',
        () => {
          renameSync(at('a.yaml'), at('a.yaml~'));
          write('a.yaml', 'two');
        },
      ],
      [
        'goes, and another one comes',
        () => {
          unlinkSync(at('a.yaml'));
          write('b.yaml', 'two');
        },
      ],
    ] as const) {
      test(`are read again when a file ${how}, and once more when it happens again`, async () => {
        write('a.yaml', 'one');
        watch(directory);
        change();
        await until(() => knows('two'));
        assert.ok(!knows('one'));
        write('a.yaml', 'three');
        await until(() => knows('three'));
        assert.deepEqual(new Set(reloads.map(({ isTaken }) => isTaken)), new Set([true]));
      });
    }

    test('are read again when a single file changes that was named', async () => {
      write('a.yaml', 'one');
      watch(at('a.yaml'));
      write('a.yaml', 'two');
      await until(() => knows('two'));
    });

    test('are read again when a symbolic link on the way to them is turned, as in a mounted ConfigMap', async () => {
      for (const version of ['1', '2']) mkdirSync(at(`..${version}`));
      write('..1/a.yaml', 'one');
      write('..2/a.yaml', 'two');
      symlinkSync('..1', at('..data'));
      symlinkSync('..data/a.yaml', at('a.yaml'));
      watch(at('a.yaml'));
      assert.ok(knows('one'));
      symlinkSync('..2', at('..new'));
      renameSync(at('..new'), at('..data'));
      await until(() => knows('two'));
    });

    test('are read again when their directory is a symbolic link, and is turned', async () => {
      for (const version of ['1', '2']) mkdirSync(at(version));
      write('1/a.yaml', 'one');
      write('2/a.yaml', 'two');
      symlinkSync('1', at('current'));
      watch(at('current'));
      assert.ok(knows('one'));
      symlinkSync('2', at('new'));
      renameSync(at('new'), at('current'));
      await until(() => knows('two'));
    });

    test('are read again when the file that a symbolic link leads to is edited', async () => {
      mkdirSync(at('real'));
      mkdirSync(at('used'));
      write('real/a.yaml', 'one');
      symlinkSync('../real/a.yaml', at('used/a.yaml'));
      watch(at('used'));
      write('real/a.yaml', 'two');
      await until(() => knows('two'));
    });

    test('are read when their directory comes, goes, and comes again', async () => {
      watch(at('later/schemas'));
      assert.deepEqual(said(), ['later/schemas: error: there is no such file or directory']);
      for (const key of ['one', 'two']) {
        mkdirSync(at('later/schemas'), { recursive: true });
        write('later/schemas/a.yaml', key);
        await until(() => knows(key));
        rmSync(at('later/schemas'), { recursive: true });
        await until(() => reloads.at(-1)?.isTaken === false);
        assert.ok(knows(key));
      }
    });

    test('are not read again for what is none of their business', async () => {
      write('a.yaml', 'one');
      watch(directory);
      const registry = schemas?.registry;
      write('a.yaml', 'one');
      write('notes.txt', 'two');
      write('.hidden.yaml', 'three');
      await sleep(200);
      assert.deepEqual(reloads, []);
      assert.equal(schemas?.registry, registry);
    });

    test('tell of an error once, and go on watching', async () => {
      write('a.yaml', 'one');
      watch(directory);
      writeFileSync(at('a.yaml'), 'version: [');
      await until(() => reloads.length > 0);
      write('notes.txt', 'two');
      await sleep(100);
      assert.deepEqual(
        reloads.map(({ isTaken }) => isTaken),
        [false],
      );
      assert.ok(knows('one'));
      write('a.yaml', 'two');
      await until(() => knows('two'));
    });

    test('are read although their directory is never quiet', async () => {
      write('a.yaml', 'one');
      watch(directory);
      write('a.yaml', 'two');
      const deadline = performance.now() + 60_000;
      for (let count = 0; !knows('two') && performance.now() < deadline; count += 1) {
        write('notes.txt', String(count));
        await sleep(5);
      }
      assert.ok(knows('two'));
    });

    test('notice what has changed between the first look and the watch', () => {
      write('a.yaml', 'one');
      open(directory);
      write('a.yaml', 'two');
      schemas?.watch(() => undefined);
      assert.ok(knows('two'));
    });

    test('leave nothing behind when they are closed', async () => {
      const before = watchesOpen();
      write('a.yaml', 'one');
      watch(directory, at('a.yaml'));
      schemas?.watch(() => undefined);
      assert.ok(watchesOpen() > before);
      write('a.yaml', 'two');
      await sleep(5);
      schemas?.close();
      schemas?.close();
      await sleep(100);
      assert.equal(watchesOpen(), before);
      assert.deepEqual(reloads, []);
      assert.equal(schemas?.reload().isTaken, true);
    });
  });
});

/** Generous: a machine may have something else to do. */
async function until(isSo: () => boolean): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!isSo()) {
    assert.ok(performance.now() < deadline, 'it did not happen');
    await sleep(5);
  }
}

/** As the system counts them: those that keep no process alive are not among the active resources of Node. */
function watchesOpen(): number {
  const files = readdirSync('/proc/self/fdinfo').map((name) => join('/proc/self/fdinfo', name));
  // The one that the directory itself was read with is closed by now.
  const open = files.filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8'));
  return open.join('').match(/^inotify wd:/gm)?.length ?? 0;
}

function schema(...keys: readonly string[]): string {
  const entries = keys.map(
    (key) => `- {name: ${key}, namespace: site, description: b, value: {type: string}}\n`,
  );
  return `version: 1.0\nmetadata:\n${entries.join('')}`;
}
