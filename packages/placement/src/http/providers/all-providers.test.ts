import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import { apply } from '@berth/engine/apply.ts';
import { providerFacts } from '@berth/engine/facts.ts';
import { type Provider, subtreeOf } from '@berth/engine/provider.ts';
import { given } from '@berth/engine/testing/given.ts';
import { id } from '@berth/engine/testing/names.ts';
import type { WorldState } from '@berth/engine/world.ts';
import fc from 'fast-check';
import { type Version, versions } from '../versions.ts';
import { allProviders } from './all-providers.ts';
import { type ProviderForm, providerForm } from './provider-json.ts';

/** More than fit into two parts. */
const crowd = Array.from({ length: 150 }, (_, index) => `cn${index}`).join('\n');

/** Something that happens to one of the providers, by its place in the list. */
type Event =
  | { readonly kind: 'added' | 'removed' | 'renamed' | 'touched'; readonly place: number }
  | { readonly kind: 'moved'; readonly place: number; readonly below: number };

const place = fc.nat({ max: 160 });
const arbitraryEvent: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ kind: fc.constantFrom('added', 'removed', 'renamed', 'touched'), place }),
  fc.record({ kind: fc.constant('moved'), place, below: place }),
);

test('the kept parts are the plain list, whatever has changed since', () => {
  assertProperty(
    fc.property(
      fc.array(fc.tuple(arbitraryEvent, fc.constantFrom<Version>('1.0', '1.6', '1.39')), { maxLength: 25 }),
      (events) => {
        const world = given(crowd);
        assertPlain(world, '1.39');
        for (const [index, [event, version]] of events.entries()) {
          happen(world, event, `new${index}`);
          assertPlain(world, version);
        }
      },
    ),
    60,
  );
});

function happen(world: WorldState, event: Event, newName: string): void {
  const provider = [...world.providers.values()][event.place];
  if (event.kind === 'added') {
    const facts = { id: id(newName), name: newName, parentId: provider?.id ?? null };
    const provided = { ...facts, generation: 0, createdAt: 1, updatedAt: null };
    apply(world, { kind: 'provider-set', provider: provided });
    return;
  }
  if (!provider) return;
  const facts = providerFacts(provider);
  switch (event.kind) {
    case 'removed':
      if (provider.children.size === 0) apply(world, { kind: 'provider-removed', id: provider.id });
      return;
    case 'renamed':
      apply(world, { kind: 'provider-set', provider: { ...facts, name: newName } });
      return;
    case 'touched':
      apply(world, { kind: 'provider-touched', id: provider.id, generation: facts.generation + 1, at: 2 });
      return;
    case 'moved': {
      const parent = [...world.providers.values()][event.below];
      if (parent && [...subtreeOf(provider)].includes(parent)) return;
      apply(world, { kind: 'provider-set', provider: { ...facts, parentId: parent?.id ?? null } });
    }
  }
}

function formAt(version: Version): ProviderForm {
  return providerForm({ version: versions.indexOf(version), prefix: '' });
}

function assertPlain(world: WorldState, version: Version): void {
  const text = Buffer.concat(allProviders(world, formAt(version))).toString();
  const providers = Array.from(world.providers.values(), (provider) => plain(provider, version));
  assert.equal(text, JSON.stringify({ resource_providers: providers }));
}

const linksAt: Readonly<Record<string, readonly string[]>> = {
  '1.0': ['inventories', 'usages'],
  '1.6': ['inventories', 'usages', 'aggregates', 'traits'],
  '1.39': ['inventories', 'usages', 'aggregates', 'traits', 'allocations'],
};

function plain({ id, name, generation, parent, root }: Provider, version: Version): unknown {
  const self = `/resource_providers/${id}`;
  return {
    uuid: id,
    name,
    generation,
    links: [
      { rel: 'self', href: self },
      ...(linksAt[version] ?? []).map((rel) => ({ rel, href: `${self}/${rel}` })),
    ],
    ...(version === '1.39' ? { parent_provider_uuid: parent?.id ?? null, root_provider_uuid: root.id } : {}),
  };
}

test('a part is encoded once for as long as nobody in it changes', () => {
  const world = given(crowd);
  const form = formAt('1.39');
  const first = allProviders(world, form);
  assert.equal(
    first.length,
    7,
    'an opening, parts of 64, 64 and 22 providers with commas between, and a closing',
  );
  apply(world, { kind: 'provider-touched', id: id('cn70'), generation: 1, at: 2 });
  const second = allProviders(world, form);
  assert.deepEqual(
    second.map((part, index) => part === first[index]),
    [true, true, true, false, true, true, true],
  );
});

test('nobody is an empty list', () => {
  const parts = allProviders(given(''), formAt('1.39'));
  assert.equal(Buffer.concat(parts).toString(), '{"resource_providers":[]}');
});

test('worlds do not share their parts', () => {
  const [one, other] = [given('cn1'), given('cn2')];
  for (const world of [one, other, one]) assertPlain(world, '1.39');
});

test('a name is escaped as JSON wants it', () => {
  const world = given('cn1');
  const provider = world.providers.get(id('cn1')) as Provider;
  const name = 'a"b\\c\u2028\nコ';
  apply(world, { kind: 'provider-set', provider: { ...providerFacts(provider), name } });
  assertPlain(world, '1.0');
});
