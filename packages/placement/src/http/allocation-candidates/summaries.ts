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
  readonly #owners = new Set<Provider>();
  #held: Held | null = null;

  constructor(form: SummaryForm, slots: readonly Slot[]) {
    this.#form = form;
    this.#takers = [...slots.keys()].filter((index) => (slots[index] as Slot).resources.length > 0);
  }

  /** Makes them of all these as they are now, whatever changes until they are asked for. */
  hold(providers: Iterable<Provider>): void {
    const owners = new Map(Array.from(providers, (each) => [each, this.#form.ownerOf(each)]));
    const all = new Set([...owners.values(), ...this.#owners]);
    this.#held = { owners, bytes: new Map(Array.from(all, (owner) => [owner, this.#form.bytesOf(owner)])) };
  }

  note(candidates: readonly Candidate[]): void {
    for (const { providers } of candidates) {
      let last: Provider | null = null;
      for (const slot of this.#takers) {
        const provider = providers[slot] as Provider;
        if (provider === last) continue;
        last = provider;
        this.#owners.add(this.#held?.owners.get(provider) ?? this.#form.ownerOf(provider));
      }
    }
  }

  /** One part for each owner that was noted. */
  parts(): Uint8Array[] {
    return Array.from(this.#owners, (owner) => this.#held?.bytes.get(owner) ?? this.#form.bytesOf(owner));
  }
}

interface Held {
  readonly owners: ReadonlyMap<Provider, Provider>;
  readonly bytes: ReadonlyMap<Provider, Uint8Array>;
}
