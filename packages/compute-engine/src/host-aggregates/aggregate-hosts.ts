import type { AggregateId } from '@berth/engine/ids.ts';
import { Collection } from '../collection.ts';
import { Grouped } from '../grouped.ts';
import type { AggregateHostId } from '../ids.ts';
import { OrderedIndex } from '../ordered-index.ts';
import { type AggregateHost, aggregateHostId } from './aggregate-host.ts';

/** Which hosts are in which aggregates. */
export class AggregateHosts extends Collection<AggregateHostId, AggregateHost> {
  readonly #byAggregate = new Map<AggregateId, OrderedIndex<AggregateHost>>();
  readonly #byHost = new Grouped<string, AggregateHost>();
  /** Made when somebody asks, and good until a host comes or goes. */
  readonly #names = new Map<AggregateId, readonly string[]>();

  /** The names of an aggregate's hosts, in the order in which they came. What was given out stays as it was. */
  in(id: AggregateId): readonly string[] {
    const members = this.#byAggregate.get(id);
    if (members === undefined) return [];
    return this.#names.getOrInsertComputed(id, () => Array.from(members.from(), ({ host }) => host));
  }

  isIn(id: AggregateId, host: string): boolean {
    return this.has(aggregateHostId(id, host));
  }

  /** What a host is in, in no order. */
  ofHost(host: string): readonly AggregateHost[] {
    return this.#byHost.of(host);
  }

  /** Behind all that are there. */
  nextPosition(id: AggregateId): number {
    return 1 + (this.#byAggregate.get(id)?.last?.position ?? 0);
  }

  protected override onPut(member: AggregateHost): void {
    const { aggregateId, host } = member;
    this.#byAggregate.getOrInsertComputed(aggregateId, () => new OrderedIndex(byPosition)).put(member);
    this.#byHost.put(host, member);
    this.#names.delete(aggregateId);
  }

  protected override onGone(member: AggregateHost): void {
    const { aggregateId, host } = member;
    const members = this.#byAggregate.get(aggregateId);
    members?.remove(member);
    if (members?.size === 0) this.#byAggregate.delete(aggregateId);
    this.#byHost.remove(host, member);
    this.#names.delete(aggregateId);
  }
}

function byPosition(one: AggregateHost, other: AggregateHost): number {
  if (one.position !== other.position) return one.position - other.position;
  if (one.id === other.id) return 0;
  return one.id < other.id ? -1 : 1;
}
