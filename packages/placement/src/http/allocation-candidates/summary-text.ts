import type { ClassName } from '@berth/engine/ids.ts';
import { wholeCapacityOf } from '@berth/engine/inventory.ts';
import type { Provider } from '@berth/engine/provider.ts';
import { usedOf } from '@berth/engine/provider.ts';

/** A provider's summary as JSON text, in the form of each version. */
export type EncodeSummary = (provider: Provider, asked: ReadonlySet<ClassName>) => string;

export const summaryWithAsked: EncodeSummary = (provider, asked) => `{${resources(provider, asked)}}`;

export const summaryWithAskedAndTraits: EncodeSummary = (provider, asked) =>
  `{${resources(provider, asked)},${traits(provider)}}`;

export const summaryWithAll: EncodeSummary = (provider) => `{${resources(provider)},${traits(provider)}}`;

/** The newest form does not depend on the request, so it is kept until the provider changes. */
export const summaryWithTree: EncodeSummary = (provider) => {
  const known = kept.get(provider);
  if (known && known.revision === provider.revision) return known.text;
  const parent = provider.parent ? `"${provider.parent.id}"` : 'null';
  const text =
    `{${resources(provider)},${traits(provider)},` +
    `"parent_provider_uuid":${parent},"root_provider_uuid":"${provider.root.id}"}`;
  kept.set(provider, { revision: provider.revision, text });
  return text;
};

const kept = new WeakMap<Provider, { readonly revision: number; readonly text: string }>();

function resources(provider: Provider, asked?: ReadonlySet<ClassName>): string {
  let text = '';
  for (const [name, inventory] of provider.inventories) {
    if (asked && !asked.has(name)) continue;
    const capacity = wholeCapacityOf(inventory);
    text += `${text === '' ? '' : ','}"${name}":{"capacity":${capacity},"used":${usedOf(provider, name)}}`;
  }
  return `"resources":{${text}}`;
}

function traits(provider: Provider): string {
  return `"traits":${JSON.stringify([...provider.traits])}`;
}
