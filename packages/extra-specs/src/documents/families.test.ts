import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ExtraSpec } from '../definitions/definition.ts';
import { buildRegistry } from '../registry/registry.ts';
import { documentOf } from './document.ts';
import { plainText } from './prose.ts';
import { registryOf } from './testing/registry-of.ts';
import { entryOf, factsOf, namespace } from './testing/small-document.ts';

describe('a family', () => {
  const names = Array.from({ length: 12 }, (_, index) => `N_${index}`);

  test('is what differs in nothing but the name', () => {
    const specs = names.map((name) => ({ name, description: `Asks for \`${name}\`, N_100 or none.` }));
    const document = documentOf(
      registryOf([namespace('x', { name: 'first' }, ...specs, { name: 'last', description: 'Else.' })]),
    );
    const [section] = document.parts[0]?.sections ?? [];
    assert.deepEqual(
      section?.entries.map(({ name }) => name),
      ['x:first', 'x:NAME', 'x:last'],
    );
    const family = entryOf(document, 'x:NAME');
    assert.deepEqual(family.description.map(plainText), ['Asks for NAME, N_100 or none.']);
    assert.deepEqual(
      family.members.map(({ name, fullName, place }) => [
        name,
        fullName,
        place.fragment,
        place.family?.fragment,
      ]),
      names.map((name) => [name, `x:${name}`, `x:${name}`, 'family/x:NAME']),
    );
  });

  test('may have a short description for each', () => {
    const specs = names.map((name) => ({
      name,
      description: `What ${name} is, number ${name.length + 1}${name}.`,
    }));
    const family = entryOf(documentOf(registryOf([namespace('x', ...specs)])), 'x:NAME');
    assert.deepEqual(family.description, []);
    assert.equal(plainText(family.members[11]?.description ?? []), 'What N_11 is, number 5N_11.');
  });

  test('is none of few, nor of those whose description is long, nor of those whose values differ', () => {
    const count = (specs: readonly Partial<ExtraSpec>[]): number =>
      documentOf(registryOf([namespace('x', ...specs)])).parts[0]?.sections[0]?.entries.length ?? 0;
    assert.equal(count(names.slice(1).map((name) => ({ name }))), 11);
    assert.equal(count(names.map((name, index) => ({ name, description: `${index}a\n\nb` }))), 12);
    assert.equal(count(names.map((name, index) => ({ name, value: { type: 'integer', min: index } }))), 12);
    assert.equal(count(names.map((name) => ({ name }))), 1);
  });

  test('is taken apart for those who look for one of it', () => {
    const specs = names.map((name) => ({ name, description: `About ${name}.` }));
    const document = documentOf(registryOf([namespace('x', ...specs)]), 'apart');
    assert.deepEqual(entryOf(document, 'x:N_7').description.map(plainText), ['About N_7.']);
    assert.equal(document.parts[0]?.sections[0]?.entries.length, 12);
  });

  test('the standard traits are, and their image property knows it', () => {
    const { registry } = buildRegistry();
    const family = entryOf(documentOf(registry), 'trait{group}:NAME');
    assert.ok(family.members.length > 370);
    assert.ok(family.members.some(({ fullName }) => fullName === 'trait{group}:HW_CPU_X86_AVX2'));
    assert.deepEqual(
      factsOf(registry, 'trait:{trait}')
        .filter((line) => line.startsWith('Extra specs: '))
        .map((line) => line.replace(/>: .*$/, '>')),
      [
        'Extra specs: trait{group}:NAME<family/trait{group}:NAME>',
        'Extra specs: trait{group}:CUSTOM_{trait}<trait{group}:CUSTOM_{trait}>',
      ],
    );
  });

  test('in all of this package, every extra spec and image property is shown once', () => {
    const { registry } = buildRegistry();
    const shown = documentOf(registry).parts.flatMap(({ sections }) =>
      sections.flatMap(({ entries }) =>
        entries.flatMap(({ name, members }) =>
          members.length === 0 ? [name] : members.map(({ fullName }) => fullName),
        ),
      ),
    );
    const defined = [
      ...registry.namespaces.flatMap(({ specs }) => specs.map(({ key }) => key)),
      ...registry.imageFamilies.flatMap(({ properties }) => properties.map(({ name }) => name)),
    ];
    assert.equal(shown.length, new Set(defined).size);
    assert.deepEqual(shown.toSorted(), defined.toSorted());
  });
});
