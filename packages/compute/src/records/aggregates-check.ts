import { aggregateContradictions } from '@berth/compute-engine/host-aggregates/aggregate-contradictions.ts';
import type { AggregateHost } from '@berth/compute-engine/host-aggregates/aggregate-host.ts';
import type { HostAggregate } from '@berth/compute-engine/host-aggregates/host-aggregate.ts';
import type { Noun, Nouns } from '@berth/compute-engine/nouns.ts';
import type { AggregateId } from '@berth/engine/ids.ts';

/** What is left over in clouds that were run by others, or comes about by who writes to Placement, and may be let in by name. */
export const aggregateAllowances = ['hosts-in-several-zones', 'hosts-outside-aggregates'] as const;

interface Problem {
  readonly text: string;
  readonly allowance: (typeof aggregateAllowances)[number] | null;
}

/** Whether aggregates are, among all records, what they can be in a cloud, and Placement has the nodes of their hosts in them. */
export class AggregatesCheck {
  /** The aggregates of Placement that roots are in. */
  readonly #rootAggregates = new Map<string, readonly string[]>();
  readonly #hosts = new Set<string>();
  readonly #nodesByHost = new Map<string, string[]>();
  readonly #aggregates = new Map<AggregateId, HostAggregate>();
  readonly #members: AggregateHost[] = [];

  see(record: { readonly kind: string }): void {
    if (record.kind !== 'provider') return;
    // Placement's record of that kind, as far as it is needed.
    const { provider, aggregates } = record as unknown as {
      provider: { id: string; parentId: string | null };
      aggregates: readonly string[];
    };
    if (provider.parentId === null) this.#rootAggregates.set(provider.id, aggregates);
  }

  /** Of things that obey the rules. */
  seeThing<N extends Noun>(noun: N, thing: Nouns[N]): void {
    // As the noun says, and so below.
    if (noun === 'service') this.#hosts.add((thing as Nouns['service']).host);
    if (noun === 'node') {
      const { id, host } = thing as Nouns['node'];
      this.#nodesByHost.getOrInsertComputed(host, () => []).push(id);
    }
    if (noun === 'host-aggregate') {
      const aggregate = thing as Nouns['host-aggregate'];
      this.#aggregates.set(aggregate.id, aggregate);
    }
    if (noun === 'aggregate-host') this.#members.push(thing as Nouns['aggregate-host']);
  }

  *problemsOfAll(): Generator<Problem> {
    const contradictions = aggregateContradictions(
      this.#members,
      (id) => this.#aggregates.get(id),
      (host) => this.#hosts.has(host),
    );
    for (const { kind, text } of contradictions) {
      yield { text, allowance: kind === 'several-zones' ? 'hosts-in-several-zones' : null };
    }
    for (const { aggregateId, host } of this.#members) {
      for (const node of this.#nodesByHost.get(host) ?? []) {
        if (this.#rootAggregates.get(node)?.includes(aggregateId) !== false) continue;
        const { number } = this.#aggregates.get(aggregateId) ?? {};
        const text = `host ${host} is in aggregate ${number}, and in Placement its node ${node} is not in ${aggregateId}`;
        yield { text, allowance: 'hosts-outside-aggregates' };
      }
    }
  }
}
