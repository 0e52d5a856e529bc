import { piecesOf, type Piece } from '@berth/engine/candidates/candidate.ts';
import { addAmount } from '@berth/engine/commands/claim.ts';
import type { ClassName } from '@berth/engine/ids.ts';
import { capacityOf } from '@berth/engine/inventory.ts';
import type { Provider } from '@berth/engine/provider.ts';
import type { SchedulerView } from '../scheduler-view.ts';
import type { HostCandidate } from './host-candidate.ts';

/**
 * What was given away in this call, on top of what Placement knows. Decisions change nothing, so servers that are placed together see
 * each other here, and it is written down all at once, or not at all.
 */
export class Claims {
  readonly #view: Pick<SchedulerView, 'usedOf'>;
  readonly #taken = new Map<Provider, Map<ClassName, number>>();

  constructor(view: Pick<SchedulerView, 'usedOf'>) {
    this.#view = view;
  }

  /** What the server takes there; null when those before it have left too little. */
  claim(host: HostCandidate): readonly Piece[] | null {
    for (const { slots, candidate } of host.others === null ? [host] : [host, ...host.others]) {
      const pieces = piecesOf(slots, candidate);
      if (this.#taken.size > 0 && !pieces.every((piece) => this.#fits(piece))) continue;
      for (const { provider, resourceClass, amount } of pieces) {
        addAmount(this.#taken, provider, resourceClass, amount);
      }
      return pieces;
    }
    return null;
  }

  /** That the amount is one that the provider hands out, the search has seen to. */
  #fits({ provider, resourceClass, amount }: Piece): boolean {
    const taken = this.#taken.get(provider)?.get(resourceClass);
    const inventory = provider.inventories.get(resourceClass);
    if (taken === undefined || inventory === undefined) return taken === undefined;
    return this.#view.usedOf(provider, resourceClass) + taken + amount <= capacityOf(inventory);
  }
}
