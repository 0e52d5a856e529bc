import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { debianPython, hasNova } from '../testing/nova/real-nova.ts';
import { imagePropertyFamilies } from './image-properties.ts';
import type { ImageProperty } from './image-property.ts';
import { readFacts } from './testing/facts.ts';
import { textFaults } from './testing/texts.ts';

const properties = imagePropertyFamilies.flatMap((family) => family.properties);

describe('the image properties', () => {
  test('have a text for everything, and all of them can be printed', () => {
    const texts = [
      ...imagePropertyFamilies.map(({ prefix, description }) => ({ of: prefix, text: description })),
      ...properties.flatMap(textsOf),
    ];
    const faults = texts.flatMap(({ of, text }) => textFaults(text).map((fault) => `${of} ${fault}`));
    assert.deepEqual(faults, []);
  });

  test('are described differently', () => {
    const descriptions = properties.map(({ description }) => description);
    assert.equal(new Set(descriptions).size, descriptions.length);
  });

  test('begin as their family does, and are sorted in it, without a repetition', () => {
    for (const { prefix, properties } of imagePropertyFamilies) {
      const names = properties.map(({ name }) => name);
      for (const name of names) assert.ok(name.startsWith(prefix), `${name} is not of ${prefix}`);
      assert.deepEqual(names, [...new Set(names)].sort());
    }
  });

  test('have former names that are nobody else’s, and that no property has today', () => {
    const former = properties.flatMap(({ formerNames }) => formerNames ?? []);
    assert.equal(new Set(former).size, former.length);
    for (const { name } of properties) assert.ok(!former.includes(name), name);
  });

  test('describe the parameters in their names', () => {
    for (const { name, parameters } of properties) {
      const inName = Array.from(name.matchAll(/\{(\w+)\}/g), (match) => match[1]);
      assert.deepEqual(parameters?.map((parameter) => parameter.name) ?? [], inName);
    }
  });

  test('have synonyms for values that they can have, and for no others', () => {
    for (const { name, value } of properties) {
      if (value.type !== 'string') continue;
      for (const [synonym, meant] of Object.entries(value.synonyms ?? {})) {
        assert.ok(value.enum?.includes(meant), `${name}: ${meant}`);
        assert.ok(!value.enum?.includes(synonym), `${name}: ${synonym}`);
      }
    }
  });

  test('are those of the facts', (context) => {
    const facts = readFacts(context, 'image-properties.md');
    if (facts === null) return;
    const names = namesInTable(facts).map((name) => name.replace('.N', '.{num}'));
    assert.equal(names.length, 86);
    assert.deepEqual(
      properties.map(({ name }) => (name === 'trait:{trait}' ? 'traits_required' : name)).sort(),
      names.sort(),
    );
  });
});

/** What Nova has gained since 26.2 (Zed), which is the version that Debian 12 has, and with which release. */
const newProperties: Readonly<Record<string, string>> = {
  hw_virtio_packed_ring: '29.0.0 (2024.1 Caracal)',
  hw_maxphysaddr_bits: '29.0.0 (2024.1 Caracal)',
  hw_maxphysaddr_mode: '29.0.0 (2024.1 Caracal)',
  hw_ephemeral_encryption_secret_uuid: '30.0.0 (2024.2 Dalmatian)',
  hw_firmware_stateless: '30.0.0 (2024.2 Dalmatian)',
  hw_mem_encryption_model: '32.0.0 (2025.2 Flamingo)',
  hw_redirected_usb_ports: '32.0.0 (2025.2 Flamingo)',
  hw_sound_model: '32.0.0 (2025.2 Flamingo)',
  hw_usb_model: '32.0.0 (2025.2 Flamingo)',
};

const newValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  hw_vif_model: { igb: '31.0.0 (2025.1 Epoxy)' },
};

/** What our types are called in Nova. Its enums have a field each, and are told by their values. */
const kinds: Readonly<Record<string, string>> = {
  FlexibleBooleanField: 'boolean',
  IntegerField: 'integer',
  StringField: 'string',
  UUIDField: 'uuid',
  VersionPredicateField: 'version-predicate',
  ListOfDictOfNullableStringsField: 'list',
  // One property for each member of the list, `hw_numa_mem.0` and so on.
  ListOfIntegersField: 'integer',
  ListOfSetsOfIntegersField: 'cpu-set',
  // One property for each trait.
  ListOfStringsField: 'string',
};

interface NovaImageProperties {
  readonly fields: Readonly<
    Record<string, { readonly kind: string; readonly enum: readonly string[] | null }>
  >;
  readonly formerNames: Readonly<Record<string, string>>;
  /** What was tried as a value of every enum. */
  readonly words: readonly string[];
  /** What a property makes of those words that it accepts. */
  readonly readings: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

test('the image properties, beside those of real Nova', async (context) => {
  if (!hasNova(context)) return;
  const { fields, formerNames, words, readings } = askNova();

  await context.test('are the same, but for those that it has gained since', () => {
    const known = properties.map(fieldOf);
    assert.deepEqual(
      Object.keys(fields).filter((name) => !known.includes(name)),
      [],
    );
    assert.deepEqual(
      known.filter((name) => fields[name] === undefined).sort(),
      Object.keys(newProperties).sort(),
    );
  });

  await context.test('have the same types and the same values, in the same order', () => {
    let compared = 0;
    for (const property of properties) {
      const field = fields[fieldOf(property)];
      if (field === undefined) continue;
      compared++;
      assert.equal(property.value.type, field.enum === null ? kinds[field.kind] : 'string', property.name);
      if (property.name === 'trait:{trait}') continue;
      const gained = newValues[property.name] ?? {};
      const values = property.value.type === 'string' ? (property.value.enum ?? null) : null;
      const valuesThen = values?.filter((value) => gained[value] === undefined) ?? null;
      assert.deepEqual(valuesThen, field.enum, property.name);
      for (const value of Object.keys(gained))
        assert.ok(values?.includes(value), `${property.name}: ${value}`);
    }
    assert.equal(compared, properties.length - Object.keys(newProperties).length);
  });

  await context.test('have the same former names', () => {
    const ours = properties.flatMap(({ name, formerNames }) =>
      (formerNames ?? []).map((former): [string, string] => [former, name]),
    );
    assert.deepEqual(Object.fromEntries(ours), formerNames);
  });

  await context.test('read every word of its source in the same way, in any case', () => {
    assert.ok(words.length > 1000);
    let compared = 0;
    for (const { name, value } of properties) {
      const theirs = readings[name];
      if (theirs === undefined) continue;
      compared++;
      const ours = words.map((word) => [word, readingOf(value, word)]);
      assert.deepEqual(Object.fromEntries(ours.filter(([, reading]) => reading !== null)), theirs, name);
    }
    assert.equal(compared, Object.keys(readings).length);
  });
});

/** The value of an enum that a word means, by our definition; null where it means none. */
function readingOf(value: ImageProperty['value'], word: string): string | null {
  assert.ok(value.type === 'string' && value.enum !== undefined);
  const spelling = value.lowerCased === true ? word.toLowerCase() : word;
  const meant = value.synonyms?.[spelling] ?? spelling;
  return value.enum.includes(meant) ? meant : null;
}

/** The field of Nova that a property is read into. */
function fieldOf({ name }: ImageProperty): string {
  return name === 'trait:{trait}' ? 'traits_required' : name.replace('.{num}', '');
}

function askNova(): NovaImageProperties {
  const program = join(import.meta.dirname, 'testing/ask-nova-image-properties.py');
  const { status, stdout, stderr } = spawnSync(debianPython, [program], {
    encoding: 'utf8',
    maxBuffer: 2 ** 24,
  });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout) as NovaImageProperties;
}

/** The first column of the table under the second heading. */
function namesInTable(markdown: string): string[] {
  const section = markdown.split('\n## ').find((text) => text.startsWith('2. '));
  const rows = (section ?? '').split('\n').filter((line) => line.startsWith('| '));
  return rows
    .slice(2)
    .flatMap((row) => (row.split('|')[1] ?? '').split(/[,/]/))
    .map((name) => name.trim());
}

function textsOf({ name, description, parameters, value, support }: ImageProperty) {
  const optional = [
    { of: `the value of ${name}`, text: value.description },
    { of: `the note on ${name}`, text: support?.status === 'experimental' ? support.note : undefined },
    { of: `the reason of ${name}`, text: support?.status === 'deprecated' ? support.reason : undefined },
  ];
  return [
    { of: name, text: description },
    ...(parameters ?? []).map((parameter) => ({
      of: `${parameter.name} of ${name}`,
      text: parameter.description,
    })),
    ...optional.flatMap(({ of, text }) => (text === undefined ? [] : [{ of, text }])),
  ];
}
