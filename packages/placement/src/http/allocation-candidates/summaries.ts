import type { Candidate, Slot } from '@berth/engine/candidates/candidate.ts';
import type { CandidateRequest } from '@berth/engine/candidates/request.ts';
import type { ClassName } from '@berth/engine/ids.ts';
import type { Provider } from '@berth/engine/provider.ts';
import { versions } from '../versions.ts';
import { encoded, resourcesJson, traitsJson } from './encoded-provider.ts';

/** C15: what is summarised together, and how it is written: `"provider":{…}`, for one provider or for several. */
export interface SummaryForm {
  /** Whether all of a tree is summarised together, by its root. */
  readonly isByTree: boolean;
  ownerOf(provider: Provider): Provider;
  bytesOf(owner: Provider): Uint8Array;
}

/** From 1.29 on all providers of a tree are shown; before, those that something is taken from. */
export const summaryForms = versions.ladder<(request: CandidateRequest) => SummaryForm>(
  ['1.10', (request) => byProvider((provider) => resourcesJson(provider, askedClasses(request)))],
  [
    '1.17',
    (request) =>
      byProvider((provider) => `${resourcesJson(provider, askedClasses(request))},${traitsJson(provider)}`),
  ],
  ['1.27', () => byProvider((provider) => `${resourcesJson(provider)},${traitsJson(provider)}`)],
  ['1.29', () => byTree],
);

const byTree: SummaryForm = {
  isByTree: true,
  ownerOf: (provider) => provider.root,
  bytesOf: (root) => encoded(root).tree,
};

function byProvider(encode: (provider: Provider) => string): SummaryForm {
  return {
    isByTree: false,
    ownerOf: (provider) => provider,
    bytesOf: (provider) => Buffer.from(`"${provider.id}":{${encode(provider)}}`),
  };
}

function askedClasses({ groups }: CandidateRequest): ReadonlySet<ClassName> {
  return new Set(groups.flatMap((group) => [...group.resources.keys()]));
}

/** The summaries that belong to candidates, gathered as the candidates are written. */
export class Summaries {
  readonly #form: SummaryForm;
  /** The slots that take something; the providers of others are not summarised for themselves. */
  readonly #takers: readonly number[];
  readonly #owners: Provider[] = [];
  /** By its index, the first owner that had it: to look for one in a set would be half of the work of a long answer. */
  readonly #firstAt: Provider[] = [];
  /** Other owners, to whom an index was given that was another's before. Hardly ever any. */
  readonly #laterOwners = new Set<Provider>();
  #held: Held | null = null;

  constructor(form: SummaryForm, slots: readonly Slot[]) {
    this.#form = form;
    this.#takers = [...slots.keys()].filter((index) => (slots[index] as Slot).resources.length > 0);
  }

  /** The world may change from now on: notes how everything is that has been noted and that may be found at these trees. */
  hold(trees: readonly HoldableTree[]): void {
    this.#held ??= {
      parts: this.#owners.map((owner) => this.#form.bytesOf(owner)),
      trees: new Set(),
      ownersOfSharers: new Map(),
      partsOfOwners: new Map(),
    };
    for (const tree of trees) this.#holdTree(tree, this.#held);
  }

  #holdTree(tree: HoldableTree, { trees, ownersOfSharers, partsOfOwners }: Held): void {
    const { isByTree } = this.#form;
    const hold = (owner: Provider) => {
      if (!partsOfOwners.has(owner)) partsOfOwners.set(owner, this.#form.bytesOf(owner));
    };
    trees.add(tree.anchor);
    if (!isByTree) {
      for (const provider of tree.providers()) hold(provider);
      return;
    }
    hold(tree.anchor);
    for (const sharer of tree.sharers()) {
      const owner = this.#form.ownerOf(sharer);
      ownersOfSharers.set(sharer, owner);
      hold(owner);
    }
  }

  note(candidates: readonly Candidate[]): void {
    for (const { anchor, providers } of candidates) {
      let last: Provider | null = null;
      for (const slot of this.#takers) {
        const provider = providers[slot] as Provider;
        if (provider !== last) this.#noteOwner(this.#ownerOf(provider, anchor));
        last = provider;
      }
    }
  }

  /** What is found of trees that were not held was come to just now, and is as it was then. */
  #ownerOf(provider: Provider, anchor: Provider): Provider {
    const held = this.#held;
    if (held === null || !this.#form.isByTree || !held.trees.has(anchor)) return this.#form.ownerOf(provider);
    return held.ownersOfSharers.get(provider) ?? anchor;
  }

  #noteOwner(owner: Provider): void {
    const held = this.#held;
    if (!this.#isNew(owner)) return;
    this.#owners.push(owner);
    held?.parts.push(held.partsOfOwners.get(owner) ?? this.#form.bytesOf(owner));
  }

  /** Whether it was not asked about before. */
  #isNew(owner: Provider): boolean {
    const first = this.#firstAt[owner.index];
    if (first === undefined) {
      this.#firstAt[owner.index] = owner;
      return true;
    }
    if (first === owner || this.#laterOwners.has(owner)) return false;
    this.#laterOwners.add(owner);
    return true;
  }

  /** One part for each owner that was noted. */
  parts(): readonly Uint8Array[] {
    return this.#held?.parts ?? this.#owners.map((owner) => this.#form.bytesOf(owner));
  }
}

/** A tree that the search has come to; see `OpenTree`. */
interface HoldableTree {
  readonly anchor: Provider;
  providers(): Iterable<Provider>;
  sharers(): Iterable<Provider>;
}

interface Held {
  /** One for each owner that was noted. */
  readonly parts: Uint8Array[];
  /** The roots of the trees that were held. */
  readonly trees: Set<Provider>;
  /** For each sharer that may be found at one of them, whose summary it belongs to. All others belong to the root of the tree. */
  readonly ownersOfSharers: Map<Provider, Provider>;
  readonly partsOfOwners: Map<Provider, Uint8Array>;
}
