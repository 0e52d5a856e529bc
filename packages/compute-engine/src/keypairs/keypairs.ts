import { Collection } from '../collection.ts';
import { Grouped } from '../grouped.ts';
import type { KeypairId } from '../ids.ts';
import type { Keypair } from './keypair.ts';

/** All key pairs, also by the user whose they are. */
export class Keypairs extends Collection<KeypairId, Keypair> {
  readonly #byUser = new Grouped<string, Keypair>();

  ofUser(userId: string): readonly Keypair[] {
    return this.#byUser.of(userId);
  }

  countOf(userId: string): number {
    return this.#byUser.count(userId);
  }

  protected override onPut(keypair: Keypair): void {
    this.#byUser.put(keypair.userId, keypair);
  }

  protected override onGone(keypair: Keypair): void {
    this.#byUser.remove(keypair.userId, keypair);
  }
}
