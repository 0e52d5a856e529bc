import { wholeCapacityOf } from '@berth/engine/inventory.ts';
import type { ClassName } from '@berth/engine/ids.ts';
import { type Provider, usedOf } from '@berth/engine/provider.ts';
import { joinBytes } from '@berth/api-kit/join-bytes.ts';

/** What of a provider goes into many answers, as bytes, made once and kept until it changes. */
export class EncodedProvider {
  readonly provider: Provider;
  readonly id: Uint8Array;
  #summary: Uint8Array = nothingYet;
  #revision = -1;
  #tree: Uint8Array = nothingYet;
  #treeRevision = -1;

  constructor(provider: Provider) {
    this.provider = provider;
    this.id = Buffer.from(provider.id, 'latin1');
  }

  /** `"provider":{…}`, as clients see it from 1.29 on. */
  get summary(): Uint8Array {
    const { provider } = this;
    if (this.#revision !== provider.revision) {
      const parent = provider.parent ? `"${provider.parent.id}"` : 'null';
      this.#summary = Buffer.from(
        `"${provider.id}":{${resourcesJson(provider)},${traitsJson(provider)},` +
          `"parent_provider_uuid":${parent},"root_provider_uuid":"${provider.root.id}"}`,
      );
      this.#revision = provider.revision;
    }
    return this.#summary;
  }

  get isUpToDate(): boolean {
    return this.#treeRevision === this.provider.treeRevision;
  }

  /** Of a root: the summaries of all providers of its tree. Kept besides theirs: mostly one changes at a time. */
  get tree(): Uint8Array {
    const { tree, treeRevision } = this.provider;
    if (this.#treeRevision !== treeRevision) {
      this.#tree = tree.length === 1 ? this.summary : joinBytes(tree.map((each) => encoded(each).summary));
      this.#treeRevision = treeRevision;
    }
    return this.#tree;
  }
}

/** Makes what is kept of a tree, if it is not up to date; says about how many steps of a search that took. */
export function encodeTree(root: Provider): number {
  const kept = encoded(root);
  if (kept.isUpToDate) return 1;
  return kept.tree.length >> 4;
}

const nothingYet = new Uint8Array();

/**
 * By the provider's index, which is ten times as fast to look up as the provider itself in a map. What is there may be of
 * another provider that had the index before, or of another world.
 */
const kept: (EncodedProvider | undefined)[] = [];

export function encoded(provider: Provider): EncodedProvider {
  const known = kept[provider.index];
  if (known?.provider === provider) return known;
  const made = new EncodedProvider(provider);
  kept[provider.index] = made;
  return made;
}

export function resourcesJson(provider: Provider, asked?: ReadonlySet<ClassName>): string {
  let text = '';
  for (const [name, inventory] of provider.inventories) {
    if (asked && !asked.has(name)) continue;
    const capacity = wholeCapacityOf(inventory);
    text += `${text === '' ? '' : ','}"${name}":{"capacity":${capacity},"used":${usedOf(provider, name)}}`;
  }
  return `"resources":{${text}}`;
}

export function traitsJson(provider: Provider): string {
  return `"traits":${JSON.stringify([...provider.traits])}`;
}
