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
  /** By the owner's index, so as everything here by the index of its provider: whether it is among the owners. */
  readonly #isOwner: true[] = [];
  #held: Held | null = null;

  constructor(form: SummaryForm, slots: readonly Slot[]) {
    this.#form = form;
    this.#takers = [...slots.keys()].filter((index) => (slots[index] as Slot).resources.length > 0);
  }

  /** Makes them of all these as they are now, whatever changes until they are asked for. */
  hold(providers: readonly Provider[]): void {
    const held: Held = { owners: [], bytes: [] };
    for (const owner of this.#owners) held.bytes[owner.index] = this.#form.bytesOf(owner);
    for (const provider of providers) {
      if (held.owners[provider.index]) continue;
      const owner = this.#form.ownerOf(provider);
      held.owners[provider.index] = owner;
      held.bytes[owner.index] ??= this.#form.bytesOf(owner);
    }
    this.#held = held;
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
    const owner = this.#held?.owners[provider.index] ?? this.#form.ownerOf(provider);
    if (this.#isOwner[owner.index]) return;
    this.#isOwner[owner.index] = true;
    this.#owners.push(owner);
  }

  /** One part for each owner that was noted. */
  parts(): Uint8Array[] {
    return this.#owners.map((owner) => this.#held?.bytes[owner.index] ?? this.#form.bytesOf(owner));
  }
}

/** By index. One that is given to another provider meanwhile does no harm: those that are asked for were there before. */
interface Held {
  readonly owners: Provider[];
  readonly bytes: Uint8Array[];
}
