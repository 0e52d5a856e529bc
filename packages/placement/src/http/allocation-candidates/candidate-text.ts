import type { Candidate, Slot } from '@berth/engine/candidates/candidate.ts';
import { piecesOf } from '@berth/engine/candidates/candidate.ts';
import type { Provider } from '@berth/engine/provider.ts';

/**
 * Writes the candidates of one search as JSON text. What is the same for all of them is written once, beforehand: the
 * amounts of each slot, and which slots belong to which group.
 *
 * Ids are uuids, classes upper-case words and suffixes words: nothing needs escaping.
 */
export class CandidateText {
  readonly #slots: readonly Slot[];
  /** `"VCPU":1,"MEMORY_MB":512`, per slot; empty for a group without resources. */
  readonly #amounts: readonly string[];
  /** Whether two slots take of one class, so that their amounts may have to be added up. */
  readonly #hasSums: boolean;
  /** `"suffix":["`, and the slots of that group. */
  readonly #groups: readonly { readonly opening: string; readonly slots: readonly number[] }[];

  constructor(slots: readonly Slot[]) {
    this.#slots = slots;
    this.#amounts = slots.map(({ resources }) =>
      resources.map(([name, amount]) => `"${name}":${amount}`).join(','),
    );
    const classes = slots.flatMap(({ resources }) => resources.map(([name]) => name));
    this.#hasSums = new Set(classes).size < classes.length;
    this.#groups = Array.from(new Set(slots.map(({ suffix }) => suffix)), (suffix) => ({
      opening: `"${suffix}":["`,
      slots: [...slots.keys()].filter((index) => slots[index]?.suffix === suffix),
    }));
  }

  /** `"provider":{"resources":{…}}`, for each provider. */
  byProvider(candidate: Candidate): string {
    let text = '';
    this.#forEachProvider(candidate, (provider, amounts) => {
      text += `${text === '' ? '"' : ',"'}${provider.id}":{"resources":{${amounts}}}`;
    });
    return text;
  }

  /** The same as a list, for clients older than 1.12. */
  listed(candidate: Candidate): string {
    let text = '';
    this.#forEachProvider(candidate, (provider, amounts) => {
      text += `${text === '' ? '' : ','}{"resource_provider":{"uuid":"${provider.id}"},"resources":{${amounts}}}`;
    });
    return text;
  }

  /** `"suffix":["provider",…]`, for each group. */
  mappings({ providers }: Candidate): string {
    let text = '';
    for (const { opening, slots } of this.#groups) {
      text += text === '' ? opening : `,${opening}`;
      let ids = '';
      for (const [position, slot] of slots.entries()) {
        const provider = providers[slot] as Provider;
        if (position > 0 && isAmong(providers, provider, slots, position)) continue;
        ids += ids === '' ? provider.id : `","${provider.id}`;
      }
      text += `${ids}"]`;
    }
    return text;
  }

  #forEachProvider(candidate: Candidate, write: (provider: Provider, amounts: string) => void): void {
    const { providers } = candidate;
    if (this.#hasSums) {
      for (const [provider, amounts] of summedAmounts(this.#slots, candidate)) write(provider, amounts);
      return;
    }
    for (let slot = 0; slot < providers.length; slot++) {
      const provider = providers[slot] as Provider;
      if (providers.indexOf(provider) < slot) continue;
      let amounts = this.#amounts[slot] as string;
      for (
        let other = providers.indexOf(provider, slot + 1);
        other > 0;
        other = providers.indexOf(provider, other + 1)
      ) {
        const more = this.#amounts[other] as string;
        amounts = amounts === '' || more === '' ? amounts + more : `${amounts},${more}`;
      }
      if (amounts !== '') write(provider, amounts);
    }
  }
}

function isAmong(
  providers: readonly Provider[],
  provider: Provider,
  slots: readonly number[],
  before: number,
): boolean {
  for (let position = 0; position < before; position++) {
    if (providers[slots[position] as number] === provider) return true;
  }
  return false;
}

function summedAmounts(slots: readonly Slot[], candidate: Candidate): Map<Provider, string> {
  const amounts = new Map<Provider, string>();
  for (const { provider, resourceClass, amount } of piecesOf(slots, candidate)) {
    const before = amounts.get(provider);
    const text = `"${resourceClass}":${amount}`;
    amounts.set(provider, before === undefined ? text : `${before},${text}`);
  }
  return amounts;
}
