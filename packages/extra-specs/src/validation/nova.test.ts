import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { draw, runsOf, seed } from '@berth/testing/random-cases.ts';
import fc from 'fast-check';
import { compilePattern } from '../pattern.ts';
import { buildRegistry } from '../registry/registry.ts';
import { compareWithNova } from '../testing/nova/compare-with-nova.ts';
import { dataDifferences } from '../testing/nova/data-differences.ts';
import { asNamespaces, asNovaDefinition } from '../testing/nova/definitions-of-nova.ts';
import { explainedDifferences } from '../testing/nova/explained-differences.ts';
import { casesOf, generatedCases } from '../testing/nova/generated-cases.ts';
import { hasNova, novaCharacters, novaDefinitions } from '../testing/nova/real-nova.ts';
import { keyVectors, valueVectors } from '../testing/nova/vectors.ts';

const runs = runsOf(100_000);

const { registry } = buildRegistry();

describe('compared with real Nova', () => {
  test('the definitions are the same, but for the differences that are listed', (context) => {
    if (!hasNova(context)) return;
    const theirs = new Map(novaDefinitions().map((each) => [each.key, each]));
    const ours = new Map(registry.specs.map((spec) => [spec.key, asNovaDefinition(spec)]));
    assert.deepEqual(missingIn(ours, theirs), listed('nova'));
    assert.deepEqual(missingIn(theirs, ours), listed('ours'));
    for (const [key, definition] of ours) {
      if (theirs.has(key)) assert.deepEqual(definition, theirs.get(key));
    }
  });

  test('generated keys and values, and the test vectors, are judged alike, in the same words', async (context) => {
    if (!hasNova(context)) return;
    const { compared, leftOut, verdicts, explained, unexplained } = await compareWithNova(registry, [
      ...generatedCases(registry, runs, seed()),
      ...[...keyVectors, ...valueVectors].map(([key, value]) => ({ key, value })),
      ...explainedDifferences.map(({ example }) => example),
    ]);
    context.diagnostic(
      `seed ${seed()}: ${compared} cases compared, ${leftOut} left out; ${listing(verdicts)}`,
    );
    context.diagnostic(`explained differences: ${listing(explained)}`);
    assert.deepEqual(unexplained, []);
    for (const verdict of possibleVerdicts) {
      assert.ok((verdicts.get(verdict) ?? 0) > runs / 1000, `too few cases are ${verdict}`);
    }
    for (const { id } of explainedDifferences) assert.ok(explained.has(id), `the example shows ${id}`);
  });

  test('definitions that Nova alone has are judged alike when an operator adds them', async (context) => {
    if (!hasNova(context)) return;
    const keys = listed('nova');
    const definitions = novaDefinitions().filter(({ key }) => keys.includes(key));
    const source = { kind: 'file', path: 'site.yaml' } as const;
    const { registry: extended, issues } = buildRegistry([{ source, namespaces: asNamespaces(definitions) }]);
    assert.deepEqual(issues, []);
    const specs = extended.specs.filter(({ key }) => keys.includes(key));
    const cases = draw(fc.oneof(...specs.map(casesOf)), runsOf(5000));
    const { compared, verdicts, unexplained } = await compareWithNova(extended, cases);
    assert.deepEqual(unexplained, []);
    assert.equal(compared, cases.length);
    assert.ok((verdicts.get('above-maximum') ?? 0) > 10);
  });

  test('digits, blanks and word characters are the same, but for those that its Unicode does not have yet', (context) => {
    if (!hasNova(context)) return;
    const classes = novaCharacters();
    for (const name of ['\\d', '\\s', '\\w']) {
      const pattern = compilePattern(name);
      const different: string[] = [];
      for (let code = 0; code <= 0x10ffff; code++) {
        const isOurs = pattern.matches(String.fromCodePoint(code));
        if (isOurs === classes.get(name)?.has(code) || classes.get('unassigned')?.has(code)) continue;
        different.push(code.toString(16));
      }
      assert.deepEqual(different, [], name);
    }
  });
});

/** Every verdict that a definition of both can give. None of those has a maximum. */
const possibleVerdicts = [
  ['accepted', 'unknown-key', 'wrong-format', 'not-in-enum'],
  ['not-an-integer', 'below-minimum', 'not-a-boolean'],
].flat();

function missingIn(
  known: ReadonlyMap<string, unknown>,
  all: ReadonlyMap<string, unknown>,
): readonly string[] {
  return Array.from(all.keys())
    .filter((key) => !known.has(key))
    .sort();
}

function listed(only: 'nova' | 'ours'): readonly string[] {
  return dataDifferences
    .filter((difference) => difference.only === only)
    .flatMap(({ keys }) => keys)
    .sort();
}

function listing(counts: ReadonlyMap<string, number>): string {
  return Array.from(counts, ([what, count]) => `${count} ${what}`).join(', ');
}
