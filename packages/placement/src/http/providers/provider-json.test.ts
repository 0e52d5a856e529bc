import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply } from '@berth/engine/apply.ts';
import { given } from '@berth/engine/testing/given.ts';
import { id, named } from '@berth/engine/testing/names.ts';
import { history, type Version, versions } from '../versions.ts';
import { providerForm, providerJson } from './provider-json.ts';

const world = given(`
  cn1
    numa0`);
const provider = named(world, 'numa0');

interface Shown {
  readonly generation: number;
  readonly links: readonly { readonly rel: string; readonly href: string }[];
}

function shownAt(version: Version): Shown {
  return JSON.parse(
    Buffer.from(
      providerJson(provider, providerForm({ version: versions.indexOf(version), prefix: '' })),
    ).toString(),
  ) as Shown;
}

/** What is shown from each version on, beyond what was before. */
const additions: Readonly<Record<string, readonly string[]>> = {
  '1.0': ['generation', 'links', 'name', 'uuid', 'link self', 'link inventories', 'link usages'],
  '1.1': ['link aggregates'],
  '1.6': ['link traits'],
  '1.11': ['link allocations'],
  '1.14': ['parent_provider_uuid', 'root_provider_uuid'],
};

test('one provider is shown to each client as its version has it, whoever has asked before', () => {
  const upAndDown = [...history, ...history.toReversed()].map(([version]) => version);
  for (const version of upAndDown) {
    const shown = shownAt(version);
    const parts = [...Object.keys(shown), ...shown.links.map(({ rel }) => `link ${rel}`)];
    const last = history.findIndex(([each]) => each === version);
    const expected = history.slice(0, last + 1).flatMap(([each]) => additions[each] ?? []);
    assert.deepEqual(parts.sort(), expected.sort(), version);
  }
});

test('links lead to the provider and what it has', () => {
  const self = `/resource_providers/${id('numa0')}`;
  assert.deepEqual(shownAt('1.0').links, [
    { rel: 'self', href: self },
    { rel: 'inventories', href: `${self}/inventories` },
    { rel: 'usages', href: `${self}/usages` },
  ]);
});

test('links begin with the prefix that the service is reached under', () => {
  const version = versions.indexOf('1.0');
  for (const prefix of ['/placement', '', '/a/b', ...Array.from({ length: 40 }, (_, n) => `/p${n}`)]) {
    const bytes = providerJson(provider, providerForm({ version, prefix }));
    const [self] = (JSON.parse(Buffer.from(bytes).toString()) as Shown).links;
    assert.equal(self?.href, `${prefix}/resource_providers/${provider.id}`);
  }
});

test('what was kept is given until the provider changes', () => {
  const form = providerForm({ version: versions.indexOf('1.39'), prefix: '' });
  const kept = providerJson(provider, form);
  assert.equal(providerJson(provider, form), kept);
  apply(world, { kind: 'provider-touched', id: provider.id, generation: 7, at: 1 });
  assert.notEqual(providerJson(provider, form), kept);
  assert.equal(shownAt('1.39').generation, 7);
});
