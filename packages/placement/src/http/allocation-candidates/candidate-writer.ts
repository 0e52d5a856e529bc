import type { Candidate, Slot } from '@berth/engine/candidates/candidate.ts';
import type { ProviderId } from '@berth/engine/ids.ts';
import type { Provider } from '@berth/engine/provider.ts';
import { Remembered } from '../remembered.ts';
import type { Sheet } from '../sheet.ts';
import type { ViewCandidate } from './candidate-views.ts';
import { encoded } from './encoded-provider.ts';

/**
 * Writes the candidates of one search as JSON, separated by commas.
 *
 * They differ in nothing but the ids of their providers, once it is settled which slots have the same one. So for each
 * such pattern one candidate is written with blanks for ids, and all others are copies of it with the blanks filled in: 0.1
 * µs for a candidate of one provider, where making an object and its text takes over 1 µs.
 */
export class CandidateWriter {
  readonly #slots: readonly Slot[];
  readonly #view: ViewCandidate;
  readonly #forms: Form[];
  /** The one that was used last: mostly the next candidate is of the same form. */
  #form: Form | null = null;

  constructor(slots: readonly Slot[], view: ViewCandidate) {
    this.#slots = slots;
    this.#view = view;
    this.#forms = keptForms(slots, view);
  }

  write(candidates: readonly Candidate[], sheet: Sheet): void {
    const forms = candidates.map((candidate) => this.#formOf(candidate));
    let length = Math.max(0, forms.length - 1);
    for (const form of forms) length += form.bytes.length;
    let at = sheet.extend(length);
    const written = sheet.bytes;
    for (let index = 0; index < candidates.length; index++) {
      if (index > 0) written[at++] = comma;
      const { bytes, blanks } = forms[index] as Form;
      const { providers } = candidates[index] as Candidate;
      written.set(bytes, at);
      for (const { slot, offsets } of blanks) {
        const { id } = encoded(providers[slot] as Provider);
        for (const offset of offsets) written.set(id, at + offset);
      }
      at += bytes.length;
    }
  }

  #formOf(candidate: Candidate): Form {
    if (this.#form && isOfForm(candidate, this.#form)) return this.#form;
    this.#form = this.#forms.find((form) => isOfForm(candidate, form)) ?? null;
    if (this.#form === null) {
      this.#form = formOf(this.#slots, candidate, this.#view);
      this.#forms.push(this.#form);
    }
    return this.#form;
  }
}

/** A candidate with blanks. */
interface Form {
  /** For each slot, the first one that has the same provider. */
  readonly firsts: readonly number[];
  readonly bytes: Uint8Array;
  /** For each provider, a slot that has it, how long its id is, and where it goes. */
  readonly blanks: readonly { readonly slot: number; readonly length: number; readonly offsets: number[] }[];
}

const comma = 0x2c;

/** Whether the same slots have the same provider, and ids are as long: uuids may be written without dashes. */
function isOfForm({ providers }: Candidate, { firsts, blanks }: Form): boolean {
  for (let slot = 0; slot < firsts.length; slot++) {
    if (providers[slot] !== providers[firsts[slot] as number]) return false;
  }
  for (let index = 0; index < blanks.length; index++) {
    const { slot, length } = blanks[index] as Form['blanks'][number];
    const provider = providers[slot] as Provider;
    if (provider.id.length !== length || providers.indexOf(provider) < slot) return false;
  }
  return true;
}

function formOf(slots: readonly Slot[], { anchor, providers }: Candidate, view: ViewCandidate): Form {
  const firsts = providers.map((provider) => providers.indexOf(provider));
  const stands = providers.map((provider, slot) => standIn(provider, slot));
  const model = { anchor, providers: firsts.map((first) => stands[first] as Provider) };
  const bytes = Buffer.from(JSON.stringify(view(slots, model)), 'latin1');
  const blanks = [...new Set(firsts)].map((slot) => {
    const { id } = stands[slot] as Provider;
    const offsets: number[] = [];
    for (let at = bytes.indexOf(id); at >= 0; at = bytes.indexOf(id, at + 1)) offsets.push(at);
    return { slot, length: id.length, offsets };
  });
  return { firsts, bytes, blanks };
}

/** For the provider of a slot, one whose id is as long and can be told from all text around it. */
function standIn(provider: Provider, slot: number): Provider {
  return { ...provider, id: `#${slot}`.padEnd(provider.id.length, '#') as ProviderId };
}

/** The forms for what is asked. Flavors are asked for again and again, so they are kept. */
function keptForms(slots: readonly Slot[], view: ViewCandidate): Form[] {
  const ofView = kept.getOrInsertComputed(view, () => new Remembered<Form[]>());
  const asked = askedText(slots);
  const known = ofView.get(asked);
  if (known) return known;
  const forms: Form[] = [];
  ofView.set(asked, forms);
  return forms;
}

const kept = new Map<ViewCandidate, Remembered<Form[]>>();

function askedText(slots: readonly Slot[]): string {
  let text = '';
  for (const { suffix, resources } of slots) {
    text += `${suffix}=`;
    for (const [name, amount] of resources) text += `${name}:${amount},`;
    text += '&';
  }
  return text;
}
