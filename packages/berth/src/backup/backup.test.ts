import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { oneCertificate } from '@berth/api-kit/testing/test-certificates.ts';
import type { KindedChange, Projection } from '@berth/ledger/journal/projection.ts';
import { openSqliteJournal } from '@berth/ledger/journal/sqlite-journal.ts';
import { openSqliteJournalReadOnly } from '@berth/ledger/journal/sqlite-journal-reader.ts';
import { temporaryDirectory } from '@berth/ledger/testing/temporary-directory.ts';
import { placementProjection } from '@berth/placement/rows/projection.ts';
import { ledgerOfVersion } from '@berth/placement/rows/testing/ledger-of-version.ts';
import { runCommand } from '../commands/testing/run-command.ts';
import { cloudProjections } from '../cloud/stored-cloud.ts';
import { dumpCloud } from '../testing/dump-cloud.ts';
import { loadedCloud } from '../testing/loaded-cloud.ts';

const bin = fileURLToPath(new URL('../../../../bin/berth', import.meta.url));
const children: ChildProcess[] = [];
after(() => {
  for (const child of children) child.kill('SIGKILL');
});

for (const workers of [1, 2]) {
  test(`a backup of a service under load, with ${workers} workers, is its ledger at one moment`, async (t) => {
    const directory = temporaryDirectory(t);
    const ledger = join(directory, 'berth.db');
    const served = await serve(ledger, '--workers', `${workers}`);
    const load = writeAllTheTime(served.url);
    const files: string[] = [];
    for (let round = 1; round <= 3; round++) {
      const file = join(directory, `backup-${round}`);
      const { code, said } = await berth(['backup', file, '--ledger', ledger]);
      assert.equal(code, 0, said);
      assert.match(said, /backup-\d: change \d+ of .*berth\.db, from http/);
      assert.equal(statSync(file).mode & 0o777, 0o600);
      files.push(file);
    }
    const acknowledged = await load.stop();
    assert.ok(acknowledged > 10, `${acknowledged} writes`);
    served.child.kill('SIGTERM');
    await served.ended;
    assert.deepEqual(leftIn(directory, 'berth.db'), ['berth.db']);

    const original = openSqliteJournal(ledger, cloudProjections);
    const history = original.changesAfter(0, 1_000_000);
    original.close();
    let before = 0;
    for (const file of files) {
      const copy = openSqliteJournalReadOnly(file, cloudProjections);
      assert.ok(copy.lastNumber > before && copy.lastNumber <= history.length);
      before = copy.lastNumber;
      const then = history.slice(0, copy.lastNumber).map(({ change }) => change);
      assert.deepEqual(dumpCloud(loadedCloud(copy.load())), dumpCloud(loadedCloud(then)));
      copy.close();
    }
  });
}

test('a backup and the state are got from a service below a path and with a certificate for another name', async (t) => {
  const directory = temporaryDirectory(t);
  const ledger = join(directory, 'berth.db');
  const [cert, key] = [join(directory, 'cert.pem'), join(directory, 'key.pem')];
  writeFileSync(cert, oneCertificate.cert);
  writeFileSync(key, oneCertificate.key);
  // The certificate is for localhost, and of nobody whom this machine trusts.
  const place = ['--host', '127.0.0.2', '--path-prefix', '/placement'];
  const served = await serve(ledger, ...place, '--tls-cert', cert, '--tls-key', key);
  const state = await berth(['status', '--ledger', ledger]);
  assert.equal(state.code, 0, state.said);
  assert.match(state.said, /https:\/\/127\.0\.0\.2:\d+\/placement: OK/);
  const file = join(directory, 'backup');
  const backedUp = await berth(['backup', file, '--ledger', ledger]);
  assert.equal(backedUp.code, 0, backedUp.said);
  // Whom we are told to ask has to show that it is the one.
  const { url } = served;
  const other = await berth(['backup', file, '--ledger', ledger, '--from', `${url}/placement`]);
  assert.equal(other.code, 1, other.said);
  assert.match(other.said, /self-signed certificate/);
  served.child.kill('SIGTERM');
  await served.ended;
});

test('no backup takes the place of a ledger', async (t) => {
  const directory = temporaryDirectory(t);
  const ledger = join(directory, 'berth.db');
  const served = await serve(ledger);
  symlinkSync(ledger, join(directory, 'link.db'));
  for (const file of [ledger, join(directory, 'link.db'), `${directory}/./berth.db`]) {
    for (const from of [[], ['--from', served.url]]) {
      const refused = await berth(['backup', file, '--ledger', ledger, ...from]);
      assert.equal(refused.code, 1, refused.said);
      assert.match(refused.said, /is the ledger itself/);
    }
  }
  const elsewhere = ledgerOfVersion(2, join(directory, 'elsewhere.db'));
  const refused = await berth(['backup', ledger, '--ledger', elsewhere]);
  assert.equal(refused.code, 1, refused.said);
  assert.match(refused.said, /seems to be a ledger/);
  assert.equal((await berth(['status', '--ledger', ledger])).code, 0);
  served.child.kill('SIGTERM');
  assert.equal(await served.ended, 0);
});

test('a ledger that nobody serves is backed up as it lies there, of whatever version, and restored', async (t) => {
  const directory = temporaryDirectory(t);
  for (const version of [1, 2] as const) {
    const ledger = ledgerOfVersion(version, join(directory, `version-${version}.db`));
    const file = join(directory, `backup-${version}`);
    const backedUp = await berth(['backup', file, '--ledger', ledger]);
    assert.equal(backedUp.code, 0, backedUp.said);
    const target = join(directory, `restored-${version}.db`);
    const restored = await berth(['restore', file, '--ledger', target]);
    assert.equal(restored.code, 0, restored.said);
    assert.equal(statSync(target).mode & 0o777, 0o600);

    const [one, other] = [ledger, target].map((path) => openSqliteJournal(path, cloudProjections));
    assert.ok(one && other);
    assert.deepEqual(dumpCloud(loadedCloud(other.load())), dumpCloud(loadedCloud(one.load())));
    // Whoever followed the one is told by the other that it has to begin anew.
    assert.ok(other.forgottenThrough > one.lastNumber + 1_000_000);
    assert.equal(other.lastNumber, other.forgottenThrough);
    one.close();
    other.close();
    assert.equal((await berth(['status', '--ledger', target])).code, 0);
  }
});

test('a restore overwrites nothing unless it is told, and then puts it aside', async (t) => {
  const directory = temporaryDirectory(t);
  const ledger = ledgerOfVersion(2, join(directory, 'berth.db'));
  const file = join(directory, 'backup');
  assert.equal((await berth(['backup', file, '--ledger', ledger])).code, 0);
  const refused = await berth(['restore', file, '--ledger', ledger]);
  assert.equal(refused.code, 1);
  assert.match(refused.said, /is there already.*Nothing was changed/);

  const holder = openSqliteJournal(ledger, cloudProjections);
  const held = await berth(['restore', file, '--replace', '--ledger', ledger]);
  assert.equal(held.code, 1);
  assert.match(held.said, /is in use by/);
  assert.ok(existsSync(ledger));
  holder.close();

  const told = await berth(['restore', file, '--replace', '--ledger', ledger]);
  assert.equal(told.code, 0, told.said);
  const aside = readdirSync(directory).filter((name) => name.includes('.replaced-'));
  assert.equal(aside.length, 1);
  assert.equal((await berth(['status', '--ledger', join(directory, aside[0] ?? '')])).code, 0);

  // One that is damaged goes aside as it is, with its WAL, which would be taken for that of the next.
  writeFileSync(ledger, 'not a ledger any more');
  writeFileSync(`${ledger}-wal`, 'nor this');
  const again = await berth(['restore', file, '--replace', '--ledger', ledger]);
  assert.equal(again.code, 0, again.said);
  assert.ok(!existsSync(`${ledger}-wal`));
  // It is of an older program, and upgraded with the first start.
  openSqliteJournal(ledger, cloudProjections).close();
  assert.equal((await berth(['status', '--ledger', ledger])).code, 0);
});

test('what is no backup is not restored', async (t) => {
  const directory = temporaryDirectory(t);
  const ledger = ledgerOfVersion(2, join(directory, 'berth.db'));
  const file = join(directory, 'backup');
  await berth(['backup', file, '--ledger', ledger]);
  const target = join(directory, 'target.db');
  const cut = join(directory, 'cut');
  writeFileSync(cut, readFileSync(file).subarray(0, 9000));
  writeFileSync(join(directory, 'export'), '{"format":"berth-ledger","version":1}\n');
  writeFileSync(join(directory, 'empty'), '');
  const strange = openSqliteJournal<KindedChange>(join(directory, 'strange'), [placementProjection, servers]);
  strange.append([{ kind: 'server-set' }], 1000);
  strange.close();
  for (const [name, said] of [
    ['cut', /damaged|is not a ledger|no ledger/],
    ['export', /is an export: berth import/],
    ['empty', /is not a ledger/],
    ['strange', /strange has a part that this program does not know: servers\. .* Nothing was changed\./],
    ['nowhere', /no such file|no ledger/i],
  ] as const) {
    const refused = await berth(['restore', join(directory, name), '--ledger', target]);
    assert.equal(refused.code, 1, refused.said);
    assert.match(refused.said, said);
    assert.deepEqual(leftIn(directory, 'target.db'), []);
  }
});

const servers: Projection<KindedChange> = {
  name: 'servers',
  kinds: { 'server-set': true },
  schemaVersion: 1,
  migrations: [],
  tables: [],
  rowsOf: () => [],
  changesOf: () => [],
};

test('a service elsewhere is asked for its ledger, whatever the ledger of the settings is', async (t) => {
  const directory = temporaryDirectory(t);
  const served = await serve(join(directory, 'berth.db'));
  const file = join(directory, 'backup');
  const ours = ['--ledger', 'postgres://u@127.0.0.1:1/db'];
  const backedUp = await berth(['backup', file, ...ours, '--from', served.url]);
  assert.equal(backedUp.code, 0, backedUp.said);
  assert.ok(backedUp.said.includes(`of ${served.url}, `), backedUp.said);
  served.child.kill('SIGTERM');
  await served.ended;
});

test('a ledger in PostgreSQL is told to be backed up by its own tools', async () => {
  const place = ['--ledger', 'postgres://u@127.0.0.1:1/db'];
  const backup = await berth(['backup', 'file', ...place]);
  assert.deepEqual([backup.code, /pg_dump --format=custom --schema=berth/.test(backup.said)], [1, true]);
  const restore = await berth(['restore', 'file', ...place]);
  assert.deepEqual([restore.code, /pg_restore/.test(restore.said)], [1, true]);
});

test('only administrators get a backup, and only of a ledger in a file', async (t) => {
  const inFile = await serve(join(temporaryDirectory(t), 'berth.db'));
  const ask = (url: string, token: string) =>
    fetch(`${url}/berth/v1/backup`, { headers: { 'x-auth-token': token } });
  assert.equal((await ask(inFile.url, 'someone')).status, 403);
  assert.equal((await fetch(`${inFile.url}/berth/v1/backup`)).status, 401);
  const [one, other] = await Promise.all([ask(inFile.url, 'admin'), ask(inFile.url, 'admin')]);
  // One at a time; the other one may also have come when the first was done.
  assert.ok([one.status, other.status].includes(200));
  for (const answer of [one, other]) {
    assert.ok(answer.status === 200 || answer.status === 503, `${answer.status}`);
    const bytes = (await answer.arrayBuffer()).byteLength;
    if (answer.status === 200) assert.equal(`${bytes}`, answer.headers.get('x-berth-bytes'));
  }
  const inMemory = await serve(':memory:', '--workers', '2');
  // Each is a connection of its own, so that some come to each thread.
  for (let count = 0; count < 6; count++) assert.equal((await ask(inMemory.url, 'admin')).status, 409);
  for (const { child, ended } of [inFile, inMemory]) {
    child.kill('SIGTERM');
    await ended;
  }
});

test('whoever is killed while a backup is made leaves no half of it under its name, and the next start sweeps', async (t) => {
  const directory = temporaryDirectory(t);
  const ledger = join(directory, 'berth.db');
  let served = await serve(ledger);
  const load = writeAllTheTime(served.url);
  for (let round = 0; round < 4; round++) {
    const file = join(directory, `killed-${round}`);
    const child = spawn(bin, ['backup', file, '--ledger', ledger], {
      env: { ...process.env, OS_TOKEN: 'admin' },
      stdio: 'ignore',
    });
    children.push(child);
    const ended = new Promise((resolve) => child.once('close', resolve));
    await sleep(300 + round * 60);
    child.kill('SIGKILL');
    await ended;
    if (existsSync(file)) openSqliteJournalReadOnly(file, cloudProjections).close();
  }
  await load.stop();
  // And the service itself, with a copy half made.
  writeFileSync(`${ledger}.backup-of-a-killed-one`, 'half');
  served.child.kill('SIGKILL');
  await served.ended;
  served = await serve(ledger);
  assert.deepEqual(
    leftIn(directory, 'berth.db').filter((name) => name.includes('.backup-')),
    [],
  );
  served.child.kill('SIGTERM');
  await served.ended;
});

function leftIn(directory: string, start: string): string[] {
  return readdirSync(directory)
    .filter((name) => name.startsWith(start))
    .toSorted();
}

/** Makes providers with inventories, one after the other in four lines, until it is told to stop. Says how many were acknowledged. */
function writeAllTheTime(url: string) {
  const ending = new AbortController();
  let acknowledged = 0;
  const headers = { 'x-auth-token': 'admin', 'openstack-api-version': 'placement 1.39' };
  const line = async () => {
    while (!ending.signal.aborted) {
      const uuid = crypto.randomUUID();
      const made = await fetch(`${url}/resource_providers`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ name: uuid, uuid }),
      });
      const filled = await fetch(`${url}/resource_providers/${uuid}/inventories`, {
        method: 'PUT',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ resource_provider_generation: 0, inventories: { VCPU: { total: 8 } } }),
      });
      if (made.ok && filled.ok) acknowledged++;
    }
  };
  const lines = Promise.all([line(), line(), line(), line()]);
  return {
    stop: async () => {
      ending.abort();
      await lines;
      return acknowledged;
    },
  };
}

async function serve(ledger: string, ...args: string[]) {
  const child = spawn(bin, ['serve', '--port', '0', '--ledger', ledger, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  let output = '';
  const ready = Promise.withResolvers<string>();
  child.stdout.on('data', (chunk: Buffer) => {
    if (output.length < 100_000) output += chunk.toString();
    const url = /"url":"(http[^"]+)"[^\n]*"msg":"ready"/.exec(output)?.[1];
    if (url !== undefined) ready.resolve(url);
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const url = await Promise.race([ready.promise, ended.then(() => assert.fail(`it ended: ${output}`))]);
  return { child, url, ended };
}

const berth = (args: readonly string[]) => runCommand(args, { OS_TOKEN: 'admin' });
