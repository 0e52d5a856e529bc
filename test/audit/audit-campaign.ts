import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getAllocations } from '@berth/client/placement/allocations.ts';
import { HttpTransport } from '@berth/client/http-transport.ts';
import type { ConsumerAllocations } from '@berth/client/placement/records.ts';
import { fixedToken } from '@berth/client/token-source.ts';
import type { Transport } from '@berth/client/transport.ts';
import { startNova } from '@berth/compute/testing/nova-manner/original-nova.ts';
import { Prng } from '@berth/testing/prng.ts';
import { Maker } from '../compute/reads/fleet.ts';
import { Peer } from '../differential/exchange.ts';
import { startBerth } from '../malformed/berth-process.ts';
import { runBerthIn } from '../moving/run-berth.ts';
import { makeWorld } from './audited-world.ts';
import { type Damage, makeDamages } from './damages.ts';
import { novaManage } from './original-tools.ts';

export interface AuditCampaign {
  readonly servers: number;
  readonly damages: number;
  readonly seed: string;
  readonly print: (text: string) => void;
}

interface JsonAudit {
  readonly summary: { readonly found: number };
  readonly findings: readonly {
    readonly consumer: string;
    readonly faults: readonly { readonly kind: string; readonly providers?: readonly string[] }[];
    readonly before: Readonly<Record<string, Readonly<Record<string, number>>>>;
    readonly after: Readonly<Record<string, Readonly<Record<string, number>>>> | null;
    readonly outcome?: { readonly kind: string };
  }[];
  readonly providers_without_host: readonly { readonly name: string }[];
}

/**
 * A real Nova on a Berth's Placement: what is done to allocations behind its back is found by `berth audit`, all of it and nothing else, and
 * what the original's own tool finds is among it; after the repair all is as before, and the original's tool finds nothing.
 */
export async function auditCampaign({ servers, damages: count, seed, print }: AuditCampaign): Promise<void> {
  await using cleaning = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'berth-audit-'));
  cleaning.defer(() => rm(directory, { recursive: true, force: true }));
  const berth = await startBerth({ ledger: join(directory, 'berth.db') });
  cleaning.defer(async () => void (await berth.kill()));
  const options = ['--driver', 'FakeDriver', '--hosts', '4'];
  const nova = await startNova({ placementUrl: berth.url, options });
  cleaning.defer(() => nova.stop());
  const peer = new Peer(nova.url);
  cleaning.defer(() => peer.close());
  const placement = new HttpTransport({ service: 'placement', url: berth.url, tokens: fixedToken('admin') });
  cleaning.defer(() => placement.close());
  const maker = new Maker(peer);
  const where = ['--compute-url', nova.url, '--placement-url', berth.url, '--settle', '200ms'];
  const audit = async (...args: readonly string[]) => {
    const { code, printed, complaints } = await runBerthIn(
      { OS_TOKEN: 'admin' },
      'audit',
      ...where,
      '--json',
      ...args,
    );
    assert.ok(printed !== '', complaints);
    return { code, audit: JSON.parse(printed) as JsonAudit };
  };
  const original = (...args: readonly string[]) =>
    novaManage(maker, { directory, placementUrl: berth.url }, args);

  const world = await makeWorld(maker, servers);
  const clean = await audit('--owners');
  assert.deepEqual([clean.code, clean.audit.findings], [0, []]);
  print(`${servers} servers in good order: nothing is found\n`);

  const damages = await makeDamages(placement, world, { count, random: new Prng(seed) });
  const found = await audit();
  assert.equal(found.code, 3);
  assert.deepEqual(
    new Map(found.audit.findings.map(({ consumer, faults }) => [consumer, faults.map(({ kind }) => kind)])),
    new Map(damages.map(({ consumer, faults }) => [consumer, faults])),
  );
  assert.deepEqual(
    found.audit.providers_without_host.map(({ name }) => name),
    ['gone'],
  );
  print(`${count} damages: found, all of them and nothing else\n`);

  const theirs = await original('audit', '--verbose');
  assert.equal(theirs.code, 3, theirs.output);
  assert.deepEqual(pairsIn(theirs.output), pairsOf(found.audit));
  print(
    `the original's audit finds what is orphaned or doubled of these: ${pairsIn(theirs.output).length} allocations\n`,
  );

  const fixed = await audit('--fix', '--yes');
  // A provider that has no host is only told.
  assert.equal(fixed.code, 3);
  assert.deepEqual([...new Set(fixed.audit.findings.map(({ outcome }) => outcome?.kind))], ['repaired']);
  for (const damage of damages) await checkRepaired(placement, damage);
  const after = await audit('--owners');
  assert.deepEqual(after.audit.findings, []);
  const theirsAfter = await original('audit', '--verbose');
  assert.equal(theirsAfter.code, 0, theirsAfter.output);
  print(`repaired: all consumers hold what they held before, and the original's audit finds nothing\n`);
}

/** What the original says can be deleted, each with the provider. */
function pairsIn(output: string): readonly string[] {
  const pattern = /Allocations for consumer UUID (\S+) on Resource Provider (\S+) can be deleted/g;
  return Array.from(
    output.matchAll(pattern),
    ([, consumer, provider]) => `${consumer} ${provider}`,
  ).toSorted();
}

function pairsOf({ findings }: JsonAudit): readonly string[] {
  return findings
    .flatMap(({ consumer, faults, before }) =>
      faults.flatMap(({ kind, providers }) => {
        if (kind === 'orphaned') return Object.keys(before).map((provider) => `${consumer} ${provider}`);
        return kind === 'doubled' ? (providers ?? []).map((provider) => `${consumer} ${provider}`) : [];
      }),
    )
    .toSorted();
}

async function checkRepaired(placement: Transport, { consumer, before }: Damage): Promise<void> {
  assert.deepEqual(holdingOf(await getAllocations(placement, consumer)), holdingOf(before), consumer);
}

function holdingOf(held: ConsumerAllocations | null) {
  if (held === null) return null;
  const { projectId, userId, allocations } = held;
  const resources = Object.entries(allocations).map(([uuid, each]) => [uuid, each.resources] as const);
  return { projectId, userId, resources: Object.fromEntries(resources) };
}
