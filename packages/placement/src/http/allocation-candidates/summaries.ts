import type { Candidate, Slot } from '@berth/engine/candidates/candidate.ts';
import type { CandidateRequest } from '@berth/engine/candidates/request.ts';
import type { ClassName } from '@berth/engine/ids.ts';
import type { Provider } from '@berth/engine/provider.ts';
import { versions } from '../versions.ts';
import { type HoldableTree, HeldSummaries } from './held-summaries.ts';
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
  // What was moved below a root after that was written is shown by itself.
  bytesOf: (owner) => (owner.parent === null ? encoded(owner).tree : encoded(owner).summary),
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
  #held: HeldSummaries | null = null;

  constructor(form: SummaryForm, slots: readonly Slot[]) {
    this.#form = form;
    this.#takers = [...slots.keys()].filter((index) => (slots[index] as Slot).resources.length > 0);
  }

  /** The world may change from now on: notes how everything is that has been noted and that may be found at these trees. */
  hold(trees: readonly HoldableTree[]): void {
    this.#held ??= new HeldSummaries(this.#form, this.#owners);
    for (const tree of trees) this.#held.hold(tree);
  }

  note(candidates: readonly Candidate[]): void {
    for (const { anchor, providers } of candidates) {
      let last: Provider | null = null;
      for (const slot of this.#takers) {
        const provider = providers[slot] as Provider;
        if (provider !== last) this.#noteOwner(provider, anchor);
        last = provider;
      }
    }
  }

  #noteOwner(provider: Provider, anchor: Provider): void {
    const owner = this.#held?.ownerOf(provider, anchor) ?? this.#form.ownerOf(provider);
    if (!this.#isNew(owner)) return;
    this.#owners.push(owner);
    this.#held?.note(owner);
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
