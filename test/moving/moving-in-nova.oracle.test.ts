import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { cloudProjections } from '@berth/berth/cloud/stored-cloud.ts';
import type { NovaReport } from '@berth/berth/moving/source/nova/nova-report.ts';
import { isComputeChange } from '@berth/compute-engine/changes.ts';
import { startNova, whyNotOriginal } from '@berth/compute/testing/nova-manner/original-nova.ts';
import { openSqliteJournal } from '@berth/ledger/journal/sqlite-journal.ts';
import { temporaryDirectory } from '@berth/ledger/testing/temporary-directory.ts';
import { Peer } from '../differential/exchange.ts';
import { Maker, makeFleet } from '../compute/reads/fleet.ts';
import { ourReaders } from '../compute/reads/our-readers.ts';
import { type NovaDifference, novaDifferences } from './nova-answers.ts';
import { runBerth } from './run-berth.ts';

const reason = whyNotOriginal();
if (reason !== null) process.stderr.write(`\nSKIPPED: moving in from the original Nova: ${reason}\n`);

const options = ['--whole-seconds', '--seed-clock', '--tick', '1', '--driver', 'FakeDriver'];

test('all that was in the original Nova is answered by ours, after an import, as by the original', {
  skip: reason ?? false,
}, async (t) => {
  const directory = temporaryDirectory(t);
  const [ledger, reportFile] = [join(directory, 'berth.db'), join(directory, 'report.json')];
  const nova = await startNova({ options });
  const peer = new Peer(nova.url);
  try {
    const maker = new Maker(peer);
    await makeFleet(maker, 13);
    await addMore(maker);
    const from = ['--from', nova.placementUrl, '--from-nova', `${nova.url}/v2.1`, '--token', 'admin'];
    const more = ['--ledger', ledger, '--report', reportFile, '--deleted-days', '36500'];

    const refused = await runBerth('import', ...from, ...more);
    assert.equal(refused.code, 1);
    assert.match(refused.complaints, /is busy \(powering-off\).*--allow busy-servers lets it in/);

    const imported = await runBerth('import', ...from, ...more, '--allow', 'busy-servers');
    assert.equal(imported.code, 0, imported.complaints);
    assert.match(imported.complaints, /Allowed, though no client could write it \(\d+\):\n.*is busy/);
    const report = JSON.parse(readFileSync(reportFile, 'utf8')) as NovaReport;

    const journal = openSqliteJournal(ledger, cloudProjections);
    const changes = [...journal.load()].filter(isComputeChange);
    journal.close();
    const { requests, differences } = await novaDifferences(
      (request) => peer.send(request),
      ourReaders(changes, nova.url, 'legacy'),
    );
    process.stderr.write(`\nmoved in from the original Nova: ${requests} answers compared\n`);
    assert.deepEqual(differences.filter((each) => !isTold(each, report)).slice(0, 20), []);
    assert.ok(requests > 100, `only ${requests} requests`);
    checkReport(report);
  } finally {
    peer.close();
    await nova.stop();
  }
});

/** What a fleet does not have: an aggregate, limits of several kinds, and things that servers remember and that are gone. */
async function addMore(maker: Maker): Promise<void> {
  await maker.ask('POST /os-aggregates', { body: { aggregate: { name: 'rack1' } } });
  const zone = { name: 'racks of the east', availability_zone: 'east' };
  await maker.ask('POST /os-aggregates', { body: { aggregate: zone } });
  await maker.ask('POST /os-aggregates/1/action', { body: { add_host: { host: 'host1' } } });
  await maker.ask('PUT /os-quota-class-sets/default', { body: { quota_class_set: { cores: 33 } } });
  await maker.ask('PUT /os-quota-sets/aa?user_id=alice', { body: { quota_set: { ram: 4_000 } } });
  await maker.ask('PUT /flavors/s', { body: { flavor: { description: 'the smallest' } } });
  // It finds no host, so it is in a cell of its own, which counts for itself.
  const { id: imageRef } =
    ((await maker.ask('GET /_oracle/images')) as { images: { id: string }[] }).images[0] ?? {};
  const giant = { id: 'giant', name: 'giant', vcpus: 9_000, ram: 64, disk: 1 };
  await maker.ask('POST /flavors', { body: { flavor: giant } });
  const server = { name: 'lost', flavorRef: 'giant', imageRef, networks: 'none' };
  await maker.ask('POST /servers', { token: 'alice:aa', body: { server } });
  await maker.settle();
  await maker.ask('DELETE /flavors/7');
  await maker.ask('DELETE /os-keypairs/key%20bob', { token: 'bob:bb' });
}

/** Machines whose names are taken, since each cell counts for itself: the report names these servers. */
function isTold({ where, request }: NovaDifference, { losses }: NovaReport): boolean {
  const renamed = losses.find(({ kind }) => kind === 'instance-name')?.examples ?? [];
  return where.endsWith('OS-EXT-SRV-ATTR:instance_name') && renamed.length > 0 && request.includes(' admin ');
}

function checkReport({ losses, imported, never_told: never }: NovaReport): void {
  const counts = Object.fromEntries(losses.map(({ kind, count }) => [kind, count]));
  assert.deepEqual(Object.keys(counts), ['public-key', 'instance-name']);
  assert.ok((counts['public-key'] ?? 0) > 0);
  assert.equal(imported['servers'], 14);
  assert.equal(imported['flavors'], 8);
  assert.equal(imported['keypairs'], 1);
  assert.equal(imported['host_aggregates'], 2);
  assert.equal(imported['user_quotas'], 1);
  assert.ok(never.length > 0);
}
