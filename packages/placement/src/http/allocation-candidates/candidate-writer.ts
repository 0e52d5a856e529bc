import type { Candidate, Slot } from '@berth/engine/candidates/candidate.ts';
import type { Work } from '@berth/engine/candidates/work.ts';
import type { ProviderId } from '@berth/engine/ids.ts';
import type { Provider } from '@berth/engine/provider.ts';
import { TextCache } from '../text-cache.ts';
import type { OutputBuffer } from '../output-buffer.ts';
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
  readonly #forms: Map<string, Form>;
  #rareForms: Map<string, Form> | null = null;
  readonly #work: Work;
  /** The one that was used last: mostly the next candidate is of the same form. */
  #form: Form | null = null;

  constructor(slots: readonly Slot[], view: ViewCandidate, work: Work) {
    this.#slots = slots;
    this.#view = view;
    this.#forms = keptForms(slots, view);
    this.#work = work;
  }

  write(candidates: readonly Candidate[], buffer: OutputBuffer): void {
    const { length } = candidates;
    let form = length > 0 ? this.#formOf(candidates[0] as Candidate) : null;
    for (let from = 0, to = 1; form !== null; from = to++) {
      let next: Form | null = null;
      for (; to < length; to++) {
        next = this.#formOf(candidates[to] as Candidate);
        if (next !== form) break;
      }
      if (from > 0) buffer.add(comma);
      writeRun(form, candidates, from, to, buffer);
      form = to < length ? next : null;
    }
  }

  #formOf(candidate: Candidate): Form {
    const { length } = this.#slots;
    if (this.#form && length <= fewSlots && isOfForm(candidate, this.#form)) return this.#form;
    const firsts = firstsOf(candidate.providers);
    const pattern = patternOf(candidate, firsts);
    this.#work.spend(2 * length);
    this.#form = this.#forms.get(pattern) ?? this.#rareForms?.get(pattern) ?? null;
    if (this.#form === null) {
      this.#form = formOf(this.#slots, candidate, firsts, this.#view);
      this.#work.spend(20 * length);
      if (this.#forms.size < mostKept) this.#forms.set(pattern, this.#form);
      else this.#keepRare(pattern, this.#form);
    }
    return this.#form;
  }

  #keepRare(pattern: string, form: Form): void {
    this.#rareForms ??= new Map();
    if (this.#rareForms.size < mostRare) this.#rareForms.set(pattern, form);
  }
}

/** So few that to compare all with all takes less time than to name the pattern. */
const fewSlots = 16;
/* There may be as many patterns as candidates. Some are kept for the next time, some more until the end of the search. */
const mostKept = 16;
const mostRare = 256;

/** Which slots have the same provider, and how long ids are: what candidates of one form have in common. */
function patternOf({ providers }: Candidate, firsts: readonly number[]): string {
  let pattern = '';
  for (let slot = 0; slot < firsts.length; slot++) {
    const first = firsts[slot] as number;
    pattern += first === slot ? `:${(providers[slot] as Provider).id.length}` : `,${first}`;
  }
  return pattern;
}

/** For each slot, the first one that has the same provider. */
function firstsOf(providers: readonly Provider[]): number[] {
  if (providers.length <= fewSlots) return providers.map((provider) => providers.indexOf(provider));
  const firsts = new Map<Provider, number>();
  return providers.map((provider, slot) => firsts.getOrInsertComputed(provider, () => slot));
}

/** A candidate with blanks. */
interface Form {
  /** For each slot, the first one that has the same provider. */
  readonly firsts: readonly number[];
  readonly bytes: Uint8Array;
  /** For each provider, a slot that has it, how long its id is, and where it goes. */
  readonly blanks: readonly { readonly slot: number; readonly length: number; readonly offsets: number[] }[];
}

/** Those of one form: copies of it, each time twice as many, in which the blanks are then filled in. */
function writeRun(
  { bytes, blanks }: Form,
  candidates: readonly Candidate[],
  from: number,
  to: number,
  buffer: OutputBuffer,
): void {
  const each = bytes.length + comma.length;
  const length = (to - from) * each - comma.length;
  const start = buffer.extend(length);
  const written = buffer.bytes;
  written.set(bytes, start);
  if (length > each) written.set(comma, start + bytes.length);
  for (let done = each; done < length; done *= 2) {
    written.copyWithin(start + done, start, start + Math.min(done, length - done));
  }
  for (let index = from, at = start; index < to; index++, at += each) {
    const { providers } = candidates[index] as Candidate;
    for (const { slot, offsets } of blanks) {
      const { id } = encoded(providers[slot] as Provider);
      for (const offset of offsets) written.set(id, at + offset);
    }
  }
}

const comma = Buffer.from(',');

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

function formOf(
  slots: readonly Slot[],
  { anchor, providers }: Candidate,
  firsts: readonly number[],
  view: ViewCandidate,
): Form {
  const blanks: (Form['blanks'][number] | undefined)[] = [];
  const stands: Provider[] = [];
  for (let slot = 0; slot < firsts.length; slot++) {
    const first = firsts[slot] as number;
    const stand = first === slot ? standIn(providers[slot] as Provider, slot) : (stands[first] as Provider);
    stands.push(stand);
    blanks.push(first === slot ? { slot, length: stand.id.length, offsets: [] } : undefined);
  }
  const bytes = Buffer.from(JSON.stringify(view(slots, { anchor, providers: stands })), 'latin1');
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at)) {
    const slot = Number.parseInt(bytes.toString('latin1', at + 1, at + 10), 10);
    const { length, offsets } = blanks[slot] as Form['blanks'][number];
    offsets.push(at);
    at += length;
  }
  return { firsts, bytes, blanks: blanks.filter((blank) => blank !== undefined) };
}

/** It is in no suffix and in no name of a class. */
const mark = '#';

/** For the provider of a slot, one whose id is as long and can be told from all text around it. */
function standIn(provider: Provider, slot: number): Provider {
  return { ...provider, id: `${mark}${slot}`.padEnd(provider.id.length, mark) as ProviderId };
}

/** The forms for what is asked. Flavors are asked for again and again, so they are kept. */
function keptForms(slots: readonly Slot[], view: ViewCandidate): Map<string, Form> {
  const ofView = kept.getOrInsertComputed(view, () => new TextCache<Map<string, Form>>());
  const asked = askedText(slots);
  const known = ofView.get(asked);
  if (known) return known;
  const forms = new Map<string, Form>();
  ofView.set(asked, forms);
  return forms;
}

const kept = new Map<ViewCandidate, TextCache<Map<string, Form>>>();

function askedText(slots: readonly Slot[]): string {
  let text = '';
  for (const { suffix, resources } of slots) {
    text += `${suffix}=`;
    for (const [name, amount] of resources) text += `${name}:${amount},`;
    text += '&';
  }
  return text;
}
