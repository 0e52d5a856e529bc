import assert from 'node:assert/strict';
import type { Prng } from '@berth/testing/prng.ts';
import type { AuditedWorld } from './audited-world.ts';
import { checkRepaired } from './check-repaired.ts';
import { evacuateServer, makeDamages } from './damages.ts';
import { type JsonAudit, type Scene, soon } from './scene.ts';

/** What is done to allocations is found, by the original as far as it looks for it, and repaired. */
export async function auditDamages(
  { maker, placement, print, ours, original }: Scene,
  world: AuditedWorld,
  wanted: { readonly count: number; readonly random: Prng },
): Promise<void> {
  const clean = await ours('audit', ...soon, '--owners');
  assert.deepEqual([clean.code, clean.said.findings], [0, []]);
  print(`${world.servers.length} servers in good order: nothing is found\n`);

  const [evacuee, ...others] = world.servers;
  assert.ok(evacuee !== undefined);
  const damages = [
    await evacuateServer({ maker, placement }, evacuee),
    ...(await makeDamages(placement, { ...world, servers: others }, wanted)),
  ];
  const found = await ours('audit', ...soon);
  assert.equal(found.code, 3);
  assert.deepEqual(
    new Map(found.said.findings.map(({ consumer, faults }) => [consumer, faults.map(({ kind }) => kind)])),
    new Map(damages.map(({ consumer, faults }) => [consumer, faults])),
  );
  assert.deepEqual(
    found.said.providers_without_host.map(({ name }) => name),
    ['gone'],
  );
  print(`${damages.length} damages: found, all of them and nothing else\n`);

  const theirs = await original('audit', '--verbose');
  assert.equal(theirs.code, 3, theirs.output);
  assert.deepEqual(pairsIn(theirs.output), pairsOf(found.said));
  print(
    `the original's audit finds ${pairsIn(theirs.output).length} allocations: what is orphaned or doubled of these\n`,
  );

  const fixed = await ours('audit', ...soon, '--fix', '--yes');
  // A provider that has no host is only told.
  assert.equal(fixed.code, 3);
  assert.deepEqual([...new Set(fixed.said.findings.map(({ outcome }) => outcome?.kind))], ['repaired']);
  for (const damage of damages) await checkRepaired(placement, damage);
  assert.deepEqual((await ours('audit', ...soon, '--owners')).said.findings, []);
  const theirsAfter = await original('audit', '--verbose');
  assert.equal(theirsAfter.code, 0, theirsAfter.output);
  print("repaired: all consumers hold what they held before, and the original's audit finds nothing\n");
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
