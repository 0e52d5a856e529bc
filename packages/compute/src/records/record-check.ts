import type { Series } from '@berth/compute-engine/ids.ts';
import type { Noun, Nouns } from '@berth/compute-engine/nouns.ts';
import { type ComputeRecord, describeRecord, ruleProblems } from './compute-record.ts';
import { AggregatesCheck, type aggregateAllowances } from './aggregates-check.ts';
import { type ServerAllowance, ServersCheck } from './servers-check.ts';

interface Problem {
  readonly text: string;
  readonly allowance: ServerAllowance | (typeof aggregateAllowances)[number] | null;
}

/** What no two things of a noun have in common, besides their ids. */
const uniques: { readonly [N in Noun]?: (thing: Nouns[N]) => readonly string[] } = {
  flavor: ({ name, number }) => [`the name ${name}`, `the number ${number}`],
  keypair: ({ number }) => [`the number ${number}`],
  'server-group': ({ number }) => [`the number ${number}`],
  server: ({ number }) => [`the number ${number}`],
  action: ({ number }) => [`the number ${number}`],
  migration: ({ number }) => [`the number ${number}`],
  service: ({ host, number }) => [`the host ${host}`, `the number ${number}`],
  'host-aggregate': ({ name, number }) => [`the name ${name}`, `the number ${number}`],
};

/** Whose numbers are of a series. */
const numbered: { readonly [N in Noun]?: (thing: Nouns[N]) => { series: Series; number: number } } = {
  flavor: ({ number }) => ({ series: 'flavors', number }),
  keypair: ({ number }) => ({ series: 'keypairs', number }),
  'server-group': ({ number }) => ({ series: 'server-groups', number }),
  server: ({ number }) => ({ series: 'servers', number }),
  action: ({ number }) => ({ series: 'actions', number }),
  migration: ({ number }) => ({ series: 'migrations', number }),
  service: ({ number }) => ({ series: 'services', number }),
  'host-aggregate': ({ number }) => ({ series: 'host-aggregates', number }),
  node: ({ number }) => ({ series: 'nodes', number }),
  order: ({ number }) => ({ series: 'orders', number }),
};

/** Each thing obeys the rules, none is there twice, no number is one that could be given again, and servers and aggregates are as they can be in a cloud. */
export class ComputeRecordCheck {
  readonly #seen = new Set<string>();
  /** Who has what nobody else may have. */
  readonly #owners = new Map<string, string>();
  readonly #given = new Map<Series, number>();
  readonly #highest = new Map<Series, number>();
  readonly #servers = new ServersCheck();
  readonly #aggregates = new AggregatesCheck();

  /** Told of Placement's records, which come first. */
  see(record: { readonly kind: string }): void {
    this.#servers.see(record);
    this.#aggregates.see(record);
  }

  *problemsOf(record: ComputeRecord): Generator<Problem> {
    const broken = [...ruleProblems(record)];
    for (const text of broken) yield { text, allowance: null };
    const name = describeRecord(record);
    if (this.#seen.has(name)) yield { text: `${name} is there twice`, allowance: null };
    this.#seen.add(name);
    if (record.kind === 'number-series') this.#given.set(record.series, record.last);
    else {
      yield* this.#problemsOfThing(name, record.kind, record.thing);
      if (broken.length > 0) return;
      yield* this.#servers.problemsOf(record.kind, record.thing);
      this.#aggregates.seeThing(record.kind, record.thing);
    }
  }

  *problemsOfAll(): Generator<Problem> {
    for (const [series, highest] of this.#highest) {
      const last = this.#given.get(series) ?? 0;
      if (highest <= last) continue;
      const text = `${highest} is a number of ${series}, of which ${last} were given`;
      yield { text, allowance: null };
    }
    yield* this.#servers.problemsOfAll();
    yield* this.#aggregates.problemsOfAll();
  }

  *#problemsOfThing<N extends Noun>(name: string, noun: N, thing: Nouns[N]): Generator<Problem> {
    for (const unique of uniques[noun]?.(thing) ?? []) {
      const key = `${noun} ${unique}`;
      const other = this.#owners.get(key);
      if (other !== undefined) yield { text: `${name} has ${unique}, and so has ${other}`, allowance: null };
      this.#owners.set(key, name);
    }
    const of = numbered[noun]?.(thing);
    if (of) this.#highest.set(of.series, Math.max(of.number, this.#highest.get(of.series) ?? 0));
  }
}
