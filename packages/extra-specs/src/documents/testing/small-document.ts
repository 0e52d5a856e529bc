import assert from 'node:assert/strict';
import type { ExtraSpec, Namespace } from '../../definitions/definition.ts';
import type { Registry } from '../../registry/registry.ts';
import { type Document, documentOf, type Entry } from '../document.ts';
import type { Inline } from '../prose.ts';

const text: ExtraSpec['value'] = { type: 'string' };

/** A namespace with specs that say only what matters. */
export function namespace(name: string | null, ...specs: readonly Partial<ExtraSpec>[]): Namespace {
  return {
    name,
    description: 'A namespace.',
    specs: specs.map((spec, index) => ({ name: `s${index}`, value: text, description: 'A spec.', ...spec })),
  };
}

export function entryOf(document: Document, name: string): Entry {
  const entries = document.parts.flatMap(({ sections }) => sections.flatMap((section) => section.entries));
  const entry = entries.find((each) => each.name === name);
  assert.ok(entry, name);
  return entry;
}

/** `Label: a line` for each, with links in angle brackets. */
export function factsOf(registry: Registry, name: string): readonly string[] {
  return entryOf(documentOf(registry), name).facts.flatMap(({ label, items }) =>
    items.map((item) => `${label}: ${item.map(withLink).join('')}`),
  );
}

export function withLink(piece: Inline): string {
  return piece.kind === 'link' ? `${piece.text}<${piece.to.fragment}>` : piece.text;
}
