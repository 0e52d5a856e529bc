import { assert } from '@berth/engine/assert.ts';
import type { ConsumerId } from '@berth/engine/ids.ts';
import { Collection } from '../collection.ts';
import type { DecisionLog } from './decision-log.ts';
import { packLog, type PackedLog, unpackLog } from './packed-decisions.ts';

/** All logs. They are kept as short texts, and made again for who looks at one. */
export class DecisionLogs extends Collection<ConsumerId, DecisionLog> {
  readonly #packed = new Map<ConsumerId, PackedLog>();

  override get size(): number {
    return this.#packed.size;
  }

  override get(id: ConsumerId): DecisionLog | undefined {
    const packed = this.#packed.get(id);
    return packed === undefined ? undefined : { id, ...unpackLog(packed) };
  }

  override has(id: ConsumerId): boolean {
    return this.#packed.has(id);
  }

  ids(): IterableIterator<ConsumerId> {
    return this.#packed.keys();
  }

  override *values(): Generator<DecisionLog, undefined, undefined> {
    for (const [id, packed] of this.#packed) yield { id, ...unpackLog(packed) };
  }

  override put(log: DecisionLog): DecisionLog | undefined {
    const before = this.get(log.id);
    this.#packed.set(log.id, packLog(log));
    return before;
  }

  override remove(id: ConsumerId): DecisionLog {
    const log = this.get(id);
    assert(log, 'what is removed was there');
    this.#packed.delete(id);
    return log;
  }
}
