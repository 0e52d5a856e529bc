import type { Noun, Nouns } from '@berth/compute-engine/nouns.ts';
import { serverConsumerType } from '@berth/compute-engine/servers/claim-of.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import { addressKey, serverContradictions } from '@berth/compute-engine/servers/server-contradictions.ts';

/** What is left over in clouds that were run by others, and may be let in by name. */
export const serverAllowances = [
  'busy-servers',
  'servers-without-allocations',
  'allocations-of-deleted-servers',
  'shared-addresses',
] as const;

export type ServerAllowance = (typeof serverAllowances)[number];

interface Problem {
  readonly text: string;
  readonly allowance: ServerAllowance;
}

/** Whether servers are, among all records, what they can be in a cloud: the contradictions of `contradictionsIn`, without a state. */
export class ServersCheck {
  /** Consumers with what they are said to be. */
  readonly #consumers = new Map<string, string | null>();
  /** Servers that something is done with, until an order of theirs comes. */
  readonly #busy = new Map<string, string>();
  readonly #addresses = new Map<string, string>();

  see(record: { readonly kind: string }): void {
    if (record.kind !== 'consumer') return;
    // Placement's record of that kind, as far as it is needed.
    const { consumer } = record as unknown as { consumer: { id: string; type: string | null } };
    this.#consumers.set(consumer.id, consumer.type);
  }

  *problemsOf<N extends Noun>(noun: N, thing: Nouns[N]): Generator<Problem> {
    if (noun === 'server') yield* this.#problemsOfServer(thing as Nouns['server']); // As the noun says, and so below.
    if (noun === 'order') this.#busy.delete((thing as Nouns['order']).serverId);
  }

  *problemsOfAll(): Generator<Problem> {
    for (const [id, task] of this.#busy) {
      yield { text: serverContradictions.busyInVain(id, task), allowance: 'busy-servers' };
    }
  }

  *#problemsOfServer(server: Server): Generator<Problem> {
    const { id, deletedAt, place, taskState, addresses, ports } = server;
    if (deletedAt !== null) {
      if (this.#consumers.get(id) !== serverConsumerType) return;
      const text = serverContradictions.holdsThoughGone(id);
      yield { text, allowance: 'allocations-of-deleted-servers' };
      return;
    }
    if (place && !this.#consumers.has(id)) {
      const text = serverContradictions.holdsNothing(id, place.host);
      yield { text, allowance: 'servers-without-allocations' };
    }
    if (taskState !== null) this.#busy.set(id, taskState);
    // Networks of a network service may be alike, in their names as well.
    if (ports.length > 0) return;
    for (const each of addresses) {
      const key = addressKey(each);
      const other = this.#addresses.get(key);
      if (other !== undefined) {
        const text = serverContradictions.oneAddress(other, id, each.address);
        yield { text, allowance: 'shared-addresses' };
      }
      this.#addresses.set(key, id);
    }
  }
}
