import type { AggregateId } from '@berth/engine/ids.ts';
import { Collection } from '../collection.ts';
import type { AggregateHosts } from './aggregate-hosts.ts';
import type { HostAggregate } from './host-aggregate.ts';

/** All aggregates of hosts, also by what clients call them by, and by the hosts that are in them. No two have one name. */
export class HostAggregates extends Collection<AggregateId, HostAggregate> {
  readonly #byNumber = new Map<number, HostAggregate>();
  readonly #byName = new Map<string, HostAggregate>();
  readonly #hosts: Pick<AggregateHosts, 'ofHost'>;

  constructor(hosts: Pick<AggregateHosts, 'ofHost'>) {
    super();
    this.#hosts = hosts;
  }

  numbered(number: number): HostAggregate | undefined {
    return this.#byNumber.get(number);
  }

  named(name: string): HostAggregate | undefined {
    return this.#byName.get(name);
  }

  /** In the order in which they were made. */
  inOrder(): readonly HostAggregate[] {
    return [...this.values()].sort(inOrderOfNumbers);
  }

  /** Those that a host is in, in the same order. It is asked for every host that a filter looks at: most are in one or two. */
  ofHost(host: string): readonly HostAggregate[] {
    const found = this.#hosts.ofHost(host).flatMap(({ aggregateId }) => this.get(aggregateId) ?? []);
    return found.length < 2 ? found : found.toSorted(inOrderOfNumbers);
  }

  protected override onPut(aggregate: HostAggregate): void {
    this.#byNumber.set(aggregate.number, aggregate);
    this.#byName.set(aggregate.name, aggregate);
  }

  protected override onGone(aggregate: HostAggregate): void {
    this.#byNumber.delete(aggregate.number);
    this.#byName.delete(aggregate.name);
  }
}

function inOrderOfNumbers(one: HostAggregate, other: HostAggregate): number {
  return one.number - other.number;
}
