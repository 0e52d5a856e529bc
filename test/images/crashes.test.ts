import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Prng } from '@berth/testing/prng.ts';
import { runsOf, seed } from '@berth/testing/random-cases.ts';
import { startBerth } from '../malformed/berth-process.ts';

interface Shown {
  readonly id: string;
  readonly status: string;
  readonly size: number | null;
  readonly checksum: string | null;
}

const headers = { 'x-auth-token': 'alice:aa' };
const octets = { ...headers, 'content-type': 'application/octet-stream' };
const formats = JSON.stringify({ disk_format: 'raw', container_format: 'bare' });

test('a service that is killed while images are uploaded has all that it acknowledged, whole, and nothing else', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'images-crash-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  const ledger = join(directory, 'berth.db');
  const options = { ledger, args: ['--auth-strategy', 'named'] };
  const prng = new Prng(String(seed()));
  /** What was acknowledged, by id. */
  const uploaded = new Map<string, string>();
  let cutOff = 0;
  for (let round = 0; round < runsOf(2); round++) {
    const berth = await startBerth(options);
    const api = `${berth.url}/image/v2/images`;
    const killed = new AbortController();
    const put = async (body: RequestInit['body'], md5: string) => {
      const made = (await (await fetch(api, { method: 'POST', headers, body: formats })).json()) as Shown;
      const sent = { method: 'PUT', headers: octets, body, duplex: 'half' } as RequestInit;
      const { status } = await fetch(`${api}/${made.id}/file`, sent);
      assert.equal(status, 204);
      uploaded.set(made.id, md5);
    };
    const whole = (bytes: number) => {
      const content = Buffer.alloc(bytes, round);
      return put(content, createHash('md5').update(content).digest('hex'));
    };
    const endless = Promise.allSettled([
      put(ReadableStream.from(forEver(killed.signal)), ''),
      put(ReadableStream.from(forEver(killed.signal)), ''),
    ]);
    await whole(prng.between(1, 3_000_000));
    // Some of these come to their end before the kill, and some do not.
    const some = Promise.allSettled([1, 2, 3, 4].map((factor) => whole(factor * prng.between(1, 3_000_000))));
    await sleep(prng.between(1, 100));
    await berth.kill();
    killed.abort();
    cutOff += [...(await endless), ...(await some)].filter(({ status }) => status === 'rejected').length;
  }
  assert.ok(cutOff > 0, 'some were cut off');

  const berth = await startBerth(options);
  t.after(() => berth.kill());
  const api = `${berth.url}/image/v2/images`;
  let list: readonly Shown[] = [];
  for (let tries = 0; tries < 50; tries++) {
    ({ images: list } = (await (await fetch(`${api}?limit=1000`, { headers })).json()) as {
      images: Shown[];
    });
    if (list.every(({ status }) => status !== 'saving')) break;
    await sleep(100);
  }
  const active = list.filter(({ status }) => status === 'active');
  for (const { id, status, size, checksum } of list) {
    if (uploaded.has(id)) assert.deepEqual([status, checksum], ['active', uploaded.get(id)]);
    if (status === 'active') {
      const bytes = Buffer.from(await (await fetch(`${api}/${id}/file`, { headers })).arrayBuffer());
      assert.deepEqual([bytes.length, createHash('md5').update(bytes).digest('hex')], [size, checksum]);
    } else assert.deepEqual([status, size, checksum], ['queued', null, null]);
  }
  assert.ok(uploaded.size <= active.length);
  const files = () => readdirSync(`${ledger}.images`).filter((name) => name !== '.ledger');
  for (let tries = 0; tries < 50 && files().length !== active.length; tries++) await sleep(100);
  assert.equal(files().length, active.length, 'a file for each image that has one, and no other');
  process.stderr.write(`\nkilled during uploads: ${uploaded.size} acknowledged, ${cutOff} cut off\n`);
});

/** A content that never comes to its end. */
async function* forEver(killed: AbortSignal): AsyncGenerator<Uint8Array> {
  while (!killed.aborted) {
    yield new Uint8Array(65_536);
    await sleep(5);
  }
}
