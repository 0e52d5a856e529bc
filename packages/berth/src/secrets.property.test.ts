import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { inspect } from 'node:util';
import { assertProperty } from '@berth/testing/assert-property.ts';
import * as journalErrors from '@berth/ledger/journal/journal-errors.ts';
import type { JournalError } from '@berth/ledger/journal/journal-errors.ts';
import { nameOfDatabase } from '@berth/ledger/journal/postgres/database-url.ts';
import { PostgresServer } from '@berth/ledger/testing/postgres-server.ts';
import { hasPostgres } from '@berth/ledger/testing/postgres-place.ts';
import { temporaryDirectory } from '@berth/ledger/testing/temporary-directory.ts';
import fc from 'fast-check';
import { dispatch } from './commands/dispatch.ts';
import { receivedConfig, sentConfig } from './config/config-for-thread.ts';
import { LedgerPlace } from './config/ledger-place.ts';
import { loadConfig } from './config/load-config.ts';
import { cloud } from './cloud/cloud.ts';
import { openCloud } from './opening/open-cloud.ts';
import { EventCounts } from './metrics/event-counts.ts';

/** Nobody answers there. */
const nowhere = '127.0.0.1:1';

/** URLs with a secret in all the places where one can be, written well or not. */
const forms: readonly ((secret: string) => string)[] = [
  (secret) => `postgres://u:${secret}@${nowhere}/db`,
  (secret) => `postgresql://u:${secret}@${nowhere}/db?sslmode=disable`,
  (secret) => `postgres://u:${secret}@/db?host=/nowhere`,
  (secret) => `postgres://u:${secret}@/db?host=127.0.0.1&port=1`,
  (secret) => `postgres://u:${secret}@[::1]:1/db`,
  (secret) => `postgres://u:${secret}@`,
  (secret) => `postgres://:${secret}@${nowhere}`,
  (secret) => `postgres://${secret}@${nowhere}/db`,
  (secret) => `postgres://u@${nowhere}/db?password=${secret}`,
  (secret) => `postgres://${nowhere}/db?user=u&password=${secret}&application_name=x`,
  (secret) => `postgres://u@${nowhere}/db?sslpassword=${secret}&options=-c%20x`,
  (secret) => `postgres:///db?host=u:${secret}%40${nowhere}`,
  (secret) => `postgres://u:${secret}/x@${nowhere}/db`,
  (secret) => `postgres://u:x/${secret}@${nowhere}/db`,
  (secret) => `postgres://u:1?${secret}@${nowhere}/db`,
  (secret) => `postgres://u:1#${secret}@${nowhere}/db`,
  (secret) => `postgres://u:x@${secret}@${nowhere}/db`,
  (secret) => `postgres://u@${nowhere}/db#password=${secret}`,
  (secret) => `POSTGRES://u:${secret}@${nowhere}/db`,
  (secret) => ` postgres://u:${secret}@${nowhere}/db`,
  (secret) => `postgres:u:${secret}@${nowhere}/db`,
  (secret) => `mysql://u:${secret}@${nowhere}/db`,
  (secret) => `mysql+pymysql://u:${secret}@${nowhere}/db`,
  (secret) => `sqlite:///berth.db?key=${secret}`,
  (secret) => `jdbc:postgresql://${nowhere}/db?user=u&password=${secret}`,
  (secret) => `host=127.0.0.1 port=1 user=u password=${secret} dbname=db`,
  (secret) => `http://u:${secret}@${nowhere}/`,
  (secret) => `http://${nowhere}/?token=${secret}`,
];

const arbitrarySecret = fc
  .tuple(
    fc.stringMatching(/^[a-z0-9]{6}$/),
    fc.constantFrom('', ':', '%40', '%2F', "'", '"', '$', '!', '~', '=', ',', ';', '(', '%20'),
    fc.stringMatching(/^[a-z0-9]{6}$/),
  )
  .map(([start, between, end]) => ({
    text: `hunter${start}${between}${end}s3cret`,
    parts: [`hunter${start}`, `${end}s3cret`],
  }));

const commands: readonly (readonly string[])[] = [
  ['status'],
  ['export', '-'],
  ['import', '/nowhere/export'],
  ['import', '--from', `http://${nowhere}`],
  ['traits', 'sync'],
  ['policy'],
  ['serve', '--port', '0'],
  [],
];

test('no failure of a ledger tells clients where it is', () => {
  const place = 'postgres://db.example:5432/berth';
  const cause = new Error('connect ECONNREFUSED 10.0.0.5:5432');
  const failures = Object.values(journalErrors).flatMap((made) =>
    // The reasons of the second are sentences of our own.
    made === journalErrors.JournalError || made === journalErrors.JournalNotCopied
      ? []
      : [new (made as new (...given: unknown[]) => JournalError)(place, cause)],
  );
  assert.ok(failures.length > 15);
  for (const { name, told } of failures) assert.doesNotMatch(told, /example|5432|10\.0/, name);
});

describe('a secret', () => {
  test('in a URL, wherever it is, is not shown by any way of printing the place of a ledger', () => {
    assertProperty(
      fc.property(fc.constantFrom(...forms), arbitrarySecret, (form, { text, parts }) => {
        // Whoever names a database without having parsed its URL shows no more of it.
        for (const part of parts) assert.ok(!nameOfDatabase(form(text)).includes(part), form(text));
        const place = LedgerPlace.parse(form(text));
        if (place === undefined) return;
        const printed = `${String(place)} ${place.name} ${JSON.stringify({ place })} ${inspect({ place })} ${inspect(place, { showHidden: true, depth: 9 })}`;
        for (const part of parts) assert.ok(!printed.includes(part), printed);
        assert.equal(place.isPostgres ? place.url : place.path, form(text), 'and the driver gets it');
      }),
      1000,
    );
  });

  test('in a setting is not in what any command prints or logs, given in whatever way', async (t) => {
    const directory = temporaryDirectory(t);
    let run = 0;
    await assertProperty(
      fc.asyncProperty(
        fc.constantFrom(...forms),
        arbitrarySecret,
        fc.constantFrom(...commands),
        fc.constantFrom('flag', 'variable', 'file', 'argument', 'keystone', 'from'),
        async (form, { text, parts }, command, way) => {
          const said = await whatIsSaid(join(directory, `${run++}`), command, way, form(text));
          for (const part of parts) assert.ok(!said.includes(part), said);
        },
      ),
      150,
    );
  });

  test('of Keystone is not shown by any way of printing the settings', () => {
    const { config } = loadConfig({
      args: [
        '--auth-strategy',
        'keystone',
        '--keystone-auth-url',
        'http://k.example',
        '--keystone-username',
        'u',
      ],
      environment: { BERTH_KEYSTONE_PASSWORD: 'hunter2', BERTH_LEDGER: 'postgres://u:hunter2@h/db' },
      readText: () => '',
    });
    assert.doesNotMatch(
      `${inspect(config, { depth: 9, showHidden: true })} ${JSON.stringify(config)}`,
      /hunter2/,
    );
    const elsewhere = receivedConfig(structuredClone(sentConfig(config)));
    assert.equal(elsewhere.keystonePassword?.reveal(), 'hunter2');
    assert.equal(elsewhere.ledgerPath.url, 'postgres://u:hunter2@h/db');
    assert.deepEqual(
      { ...elsewhere, keystonePassword: 0, ledgerPath: 0 },
      { ...config, keystonePassword: 0, ledgerPath: 0 },
    );
  });

  test('on the command line is warned of; in a variable it is not', async (t) => {
    const directory = temporaryDirectory(t);
    const url = `postgres://u:hunter2@${nowhere}/db`;
    assert.match(await whatIsSaid(directory, ['status'], 'flag', url), /--ledger has a password in it/);
    assert.doesNotMatch(await whatIsSaid(directory, ['status'], 'variable', url), /password in it/);
    const without = `postgres://u@${nowhere}/db`;
    assert.doesNotMatch(await whatIsSaid(directory, ['status'], 'flag', without), /password in it/);
  });

  test('of a database that is served is neither logged nor told, and nobody is told where it is', async (t) => {
    if (!(await hasPostgres(t))) return;
    const server = await PostgresServer.start();
    assert.ok(server);
    const { port } = new URL(server.url);
    for (const [index, url] of [
      `postgres://berth:hunter2@/postgres?host=127.0.0.1&port=${port}`,
      `postgres://berth@127.0.0.1:${port}/postgres?password=hunter2`,
    ].entries()) {
      let log = '';
      const ready = Promise.withResolvers<string>();
      const stop = Promise.withResolvers<string>();
      const ended = dispatch(
        {
          args: [
            'serve',
            '--port',
            '0',
            '--log-level',
            'trace',
            '--ledger-schema',
            `secret_${index}`,
            '--lease',
            '1s',
            '--shutdown-grace',
            '1s',
          ],
          environment: { BERTH_LEDGER: url },
          readText: () => '',
          print: (text) => void (log += text),
          complain: (text) => void (log += text),
          openCloud: (...given) => openCloud(cloud, ...given),
          stopSignal: () => stop.promise,
          logTarget: {
            write: (line) => {
              log += line;
              const at = /"url":"(http[^"]+)".*"msg":"ready"/.exec(log)?.[1];
              if (at !== undefined) ready.resolve(at);
            },
            isTerminal: false,
          },
        },
        '1.2.3',
      );
      const at = await Promise.race([ready.promise, ended.then(() => assert.fail(log))]);
      let told = await (await fetch(`${at}/healthcheck`)).text();
      await server.kill();
      for (let attempt = 0; attempt < 40; attempt++) {
        const health = await fetch(`${at}/healthcheck`);
        told += await health.text();
        if (health.status === 503) break;
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
      assert.match(told, /the database cannot be asked/);
      // It is left in order, which takes a database.
      await server.resume();
      stop.resolve('the test');
      await ended;
      assert.match(log, /"ledger":"postgres:/);
      assert.doesNotMatch(`${log} ${told}`, /hunter2/);
      assert.ok(!told.includes(port), told);
    }
    await server.stop();
  });
});

test('whatever is made of a ledger can be read by its owner alone', async (t) => {
  const directory = temporaryDirectory(t);
  const ledger = join(directory, 'berth.db');
  const before = process.umask(0o000);
  try {
    const { config } = loadConfig({ args: ['--ledger', ledger], environment: {}, readText: () => '' });
    const log = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} } as never;
    const placement = await openCloud(cloud, config, log, new EventCounts());
    const modes = () =>
      readdirSync(directory).map((name) => [name, statSync(join(directory, name)).mode & 0o777]);
    assert.deepEqual(modes(), [
      ['berth.db', 0o600],
      ['berth.db-wal', 0o600],
    ]);
    await placement.close();
    await whatIsSaid(directory, ['export', join(directory, 'export')], 'file', ledger);
    assert.deepEqual(
      modes().filter(([name]) => name === 'export'),
      [['export', 0o600]],
    );
  } finally {
    process.umask(before);
  }
});

/** All that a command prints and logs when the ledger is given so. */
async function whatIsSaid(
  directory: string,
  command: readonly string[],
  way: string,
  value: string,
): Promise<string> {
  mkdirSync(directory, { recursive: true });
  const file = join(directory, 'berth.yaml');
  const isUrl = way === 'keystone' || way === 'from';
  writeFileSync(file, way === 'file' ? `ledger:\n  path: ${JSON.stringify(value)}\n` : '');
  const own = isUrl || way === 'argument' ? ['--ledger', join(directory, 'own.db')] : [];
  const args = {
    flag: [...command, '--ledger', value],
    argument: [...command, value],
    keystone: [...command, '--keystone-auth-url', value],
    from: ['import', '--from', value],
  };
  let said = '';
  const say = (text: string) => {
    said += `${text}\n`;
  };
  const code = await dispatch(
    {
      args: [
        ...((args as Record<string, string[]>)[way] ?? command),
        ...own,
        '--config',
        file,
        '--log-level',
        'trace',
      ],
      environment: way === 'variable' ? { BERTH_LEDGER: value } : {},
      readText: (path) =>
        path === file ? (way === 'file' ? `ledger:\n  path: ${JSON.stringify(value)}\n` : '') : '',
      print: say,
      complain: say,
      openCloud: (...given) => openCloud(cloud, ...given),
      stopSignal: async () => 'the end of the test',
      logTarget: { write: say, isTerminal: false },
    },
    '1.2.3',
  );
  return `${said}${code}`;
}
