import type { Provider } from '../../provider.ts';
import type { Options } from '../options.ts';
import type { Constraint } from './constraint.ts';

/** C11: of the providers of some slots, one is the top: all of them lie below it, or are it. One for each such rule. */
export class SameSubtree implements Constraint {
  /** The rule's slots, in their order. */
  readonly #slots: readonly number[];
  readonly #options: Options;
  readonly #chosen: Provider[] = [];
  /** Set once the world may change: for each option, itself, its parent, and so on up. */
  #lines: Map<Provider, readonly Provider[]> | null = null;

  constructor(slots: readonly number[], options: Options) {
    this.#slots = slots;
    this.#options = options;
  }

  take(slot: number, provider: Provider): boolean {
    if (!this.#slots.includes(slot)) return true;
    this.#chosen.push(provider);
    if (this.#hasTop()) return true;
    this.#chosen.pop();
    return false;
  }

  giveBack(slot: number): void {
    if (this.#slots.includes(slot)) this.#chosen.pop();
  }

  hold(): void {
    this.#lines ??= new Map(this.#members().map((provider) => [provider, lineOf(provider)]));
  }

  leavesRoomFrom(): boolean {
    return true;
  }

  notes(): string {
    return '';
  }

  /** Once all are chosen they do not matter any more. */
  notesOn(provider: Provider): string {
    return this.#chosen.length < this.#slots.length && this.#chosen.includes(provider) ? 'chosen' : '';
  }

  /** Those with the same parent are alike, unless somebody else is below them. */
  kindOf(provider: Provider): string {
    const members = this.#members();
    if (!members.includes(provider)) return '';
    const isTop = members.some((other) => other !== provider && this.#lineOf(other).includes(provider));
    return isTop ? `top ${provider.id}` : `below ${this.#lineOf(provider)[1]?.id}`;
  }

  #members(): readonly Provider[] {
    return this.#slots.flatMap((slot) => this.#options[slot] as readonly Provider[]);
  }

  /** Whether there is a top for all that are chosen: one of them, or one that may yet be chosen. */
  #hasTop(): boolean {
    const [first, ...others] = this.#chosen;
    for (const top of this.#lineOf(first as Provider)) {
      if (!this.#chosen.includes(top) && !this.#mayBeChosen(top)) continue;
      if (others.every((other) => this.#lineOf(other).includes(top))) return true;
    }
    return false;
  }

  #mayBeChosen(provider: Provider): boolean {
    for (let index = this.#chosen.length; index < this.#slots.length; index++) {
      if (this.#options[this.#slots[index] as number]?.includes(provider)) return true;
    }
    return false;
  }

  #lineOf(provider: Provider): readonly Provider[] {
    return this.#lines?.get(provider) ?? lineOf(provider);
  }
}

function lineOf(provider: Provider): Provider[] {
  const line: Provider[] = [];
  for (let each: Provider | null = provider; each; each = each.parent) line.push(each);
  return line;
}
