import type { Provider } from '../../provider.ts';

/**
 * A rule about what is chosen for several slots together. Slots are filled in their order, and given back in reverse.
 */
export interface Constraint {
  /** Chooses a provider for a slot; false, and nothing is chosen, when that breaks the rule or leaves no way to keep it. */
  take(slot: number, provider: Provider): boolean;
  giveBack(slot: number, provider: Provider): void;
  /**
   * Whether the slots from this one on can be filled, as far as this rule alone can tell without trying; true when it
   * cannot.
   */
  leavesRoomFrom(slot: number): boolean;
  /** From now on the world may change: what is still needed of it has to be noted. */
  hold(): void;

  /*
   * Which choices come to the same for the slots still to come: those that leave the same notes about the whole, and about
   * providers that are alike (up to which is which).
   */
  /** What has been noted about the choices as a whole. */
  notes(): string;
  /** What has been noted about a provider. */
  notesOn(provider: Provider): string;
  /** Providers of the same kind are alike for this rule, apart from what is noted about them. */
  kindOf(provider: Provider): string;
}
