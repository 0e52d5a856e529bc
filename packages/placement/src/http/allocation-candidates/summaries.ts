import type { Candidate, Slot } from '@berth/engine/candidates/candidate.ts';
import type { CandidateRequest } from '@berth/engine/candidates/request.ts';
import type { ClassName } from '@berth/engine/ids.ts';
import type { Provider } from '@berth/engine/provider.ts';
import { versions } from '../versions.ts';
import { encoded, resourcesJson, traitsJson } from './encoded-provider.ts';

/** C15: what is summarised together, and how it is written: `"provider":{…}`, for one provider or for several. */
export interface SummaryForm {
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
  ownerOf: (provider) => provider.root,
  bytesOf: (root) => encoded(root).tree,
};

function byProvider(encode: (provider: Provider) => string): SummaryForm {
  return {
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
  /** By the owner's index: whether it is among the owners. */
  readonly #isOwner: true[] = [];
  #held: Held | null = null;

  constructor(form: SummaryForm, slots: readonly Slot[]) {
    this.#form = form;
    this.#takers = [...slots.keys()].filter((index) => (slots[index] as Slot).resources.length > 0);
  }

  /** The world may change from now on: notes how everything is that has been noted and that may be found at these trees. */
  hold(trees: readonly { providers(): Iterable<Provider> }[]): void {
    if (this.#held === null) {
      this.#held = { owners: new Map(), bytes: new Map(), noted: new Set(this.#owners) };
      for (const owner of this.#owners) this.#held.bytes.set(owner, this.#form.bytesOf(owner));
    }
    const { owners, bytes } = this.#held;
    for (const tree of trees) {
      for (const provider of tree.providers()) {
        const owner = this.#form.ownerOf(provider);
        owners.set(provider, owner);
        if (!bytes.has(owner)) bytes.set(owner, this.#form.bytesOf(owner));
      }
    }
  }

  note(candidates: readonly Candidate[]): void {
    for (const { providers } of candidates) {
      let last: Provider | null = null;
      for (const slot of this.#takers) {
        const provider = providers[slot] as Provider;
        if (provider !== last) this.#noteOwner(provider);
        last = provider;
      }
    }
  }

  #noteOwner(provider: Provider): void {
    if (this.#held !== null) {
      this.#noteHeld(provider, this.#held);
      return;
    }
    const owner = this.#form.ownerOf(provider);
    if (this.#isOwner[owner.index]) return;
    this.#isOwner[owner.index] = true;
    this.#owners.push(owner);
  }

  /** By the providers themselves: an index may have been given to another one meanwhile. */
  #noteHeld(provider: Provider, { owners, bytes, noted }: Held): void {
    const owner = owners.get(provider) ?? this.#form.ownerOf(provider);
    if (noted.has(owner)) return;
    noted.add(owner);
    this.#owners.push(owner);
    // What is found of trees that were not held was come to just now, and is as it was then.
    if (!bytes.has(owner)) bytes.set(owner, this.#form.bytesOf(owner));
  }

  /** One part for each owner that was noted. */
  parts(): Uint8Array[] {
    return this.#owners.map((owner) => this.#held?.bytes.get(owner) ?? this.#form.bytesOf(owner));
  }
}

interface Held {
  /** For each provider that may be found, whose summary it belongs to. */
  readonly owners: Map<Provider, Provider>;
  readonly bytes: Map<Provider, Uint8Array>;
  readonly noted: Set<Provider>;
}
