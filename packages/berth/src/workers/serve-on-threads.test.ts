import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Change } from '@berth/engine/changes.ts';
import type { TraitName } from '@berth/engine/ids.ts';
import type { Commit } from '@berth/ledger/committer.ts';
import { dispatch } from '../commands/dispatch.ts';
import { cloud } from '../cloud/cloud.ts';
import { loadConfig } from '../config/load-config.ts';
import { LiveSettings } from '../serving/live-settings.ts';
import { noRules } from '../testing/no-rules.ts';
import type { OpenedCloud } from '../opening/opened-cloud.ts';

/** `berth serve --workers 2` in this process, on what stands in for a ledger. */
function serve(t: TestContext, args: readonly string[] = []) {
  const stopped = Promise.withResolvers<string>();
  t.after(() => stopped.resolve('the end of the test'));
  const ready = Promise.withResolvers<string>();
  const failed = Promise.withResolvers<unknown>();
  const lines: { level: string; msg: string; err?: { message: string; stack: string } }[] = [];
  const listeners: ((commit: Commit<Change>) => void)[] = [];
  let complaints = '';
  let closings = 0;
  const { config } = loadConfig({ args: [], environment: {}, readText: () => '' });
  const opened: OpenedCloud = {
    handle: () => ({ status: 200, headers: {}, body: null }),
    live: new LiveSettings(config, noRules, () => ''),
    metricsSource: { gauges: () => ({}), onCommit: () => {} },
    replicaSource: {
      workerModule: cloud.workerModule,
      lastNumber: () => 0,
      state: () => [],
      hold: () => () => {},
      onCommit: (listener) => void listeners.push(listener),
      readAfter: (after) => ({
        changes: [{ number: after + 1, at: 0, hash: 'abc', change: added('CUSTOM_FROM_THE_JOURNAL') }],
        forgottenThrough: 0,
        hashBefore: 'abc',
      }),
    },
    seeded: [],
    failed: failed.promise,
    healthProblems: () => [],
    remarks: () => [],
    announce: () => Promise.resolve(),
    close: () => void closings++,
  };
  const code = dispatch(
    {
      args: ['serve', '--ledger', ':memory:', '--port', '0', '--workers', '2', ...args],
      environment: {},
      readText: () => '',
      print: () => {},
      complain: (text) => {
        complaints += `${text}\n`;
      },
      openCloud: () => Promise.resolve(opened),
      stopSignal: () => stopped.promise,
      logTarget: {
        isTerminal: false,
        write: (line) => {
          const parsed = JSON.parse(line) as (typeof lines)[number] & { url: string };
          lines.push(parsed);
          if (parsed.msg === 'ready') ready.resolve(parsed.url);
        },
      },
    },
    '1.2.3',
  );
  const commit = (changes: readonly Change[]): void => {
    for (const listener of listeners) listener({ changes, firstNumber: 1, at: 0, commands: 1, appendMs: 0 });
  };
  return {
    code,
    commit,
    ready: ready.promise,
    stop: stopped.resolve,
    fail: failed.resolve,
    lines,
    complaints: () => complaints,
    closings: () => closings,
  };
}

test('a worker that fails ends the service, which says why', async (t) => {
  const { code, commit, ready, lines, closings } = serve(t);
  await ready;
  // It cannot be applied, so that its world is not to be trusted.
  commit([{ kind: 'trait-removed', name: 'NOBODY' as TraitName }]);
  assert.equal(await code, 1);
  assert.equal(closings(), 1);
  assert.deepEqual(
    lines.map(({ level, msg }) => `${level} ${msg}`),
    ['info ready', 'fatal a worker is gone', 'info stopped'],
  );
  const fatal = lines.find(({ level }) => level === 'fatal');
  assert.match(fatal?.err?.message ?? '', /^worker 2 has failed: .*a removed trait was known$/);
});

test('a worker reads changes from the journal that the leading thread has', async (t) => {
  const { ready, stop, code } = serve(t);
  const url = `${await ready}/berth/v1/changes?limit=1`;
  const headers = { 'x-auth-token': 'admin', connection: 'close' };
  let text = '';
  // The leading thread, which may get the connection, answers nothing here.
  for (let attempt = 0; text === '' && attempt < 100; attempt++)
    text = await (await fetch(url, { headers })).text();
  assert.match(
    text,
    /^{"changes":\[{"number":1,.*"trait":"CUSTOM_FROM_THE_JOURNAL".*}\],"next":1,"last":1,"history":"abc"}$/,
  );
  stop('SIGTERM');
  assert.equal(await code, 0);
});

function added(name: string): Change {
  return { kind: 'trait-added', trait: { name: name as TraitName, createdAt: 0 } };
}

test('that the ledger can no longer be written ends the service with all its workers', async (t) => {
  const { code, fail, ready, lines, closings } = serve(t);
  await ready;
  fail(new Error('disk is gone'));
  assert.equal(await code, 1);
  assert.equal(closings(), 1);
  assert.deepEqual(
    lines.map(({ level, msg }) => `${level} ${msg}`),
    ['info ready', 'fatal the ledger can no longer be written', 'info stopped'],
  );
});

test('nobody else may be on the port, though the system would let several share it', async (t) => {
  const first = serve(t);
  const { port } = new URL(await first.ready);
  const second = serve(t, ['--port', port]);
  assert.equal(await second.code, 1);
  assert.equal(second.complaints(), `berth: Somebody listens on 127.0.0.1:${port} already.\n`);
  assert.equal(second.closings(), 1);
  assert.equal((await fetch(`http://127.0.0.1:${port}/`)).status, 200);
  first.stop('SIGTERM');
  assert.equal(await first.code, 0);
  await assert.rejects(fetch(`http://127.0.0.1:${port}/`));
});

test('a worker that cannot start ends the service, which says why', async (t) => {
  const { code, complaints, closings } = serve(t, ['--policy-file', '/nowhere/policy.yaml']);
  assert.equal(await code, 1);
  assert.match(complaints(), /^berth: worker 2 has failed\nberth: .*ENOENT.*policy\.yaml/);
  assert.equal(closings(), 1);
});
