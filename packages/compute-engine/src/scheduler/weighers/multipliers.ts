import type { HostAggregate } from '../../host-aggregates/host-aggregate.ts';
import type { HostCandidate } from '../candidates/host-candidate.ts';
import type { Circumstances } from '../circumstances.ts';
import { leastOf } from '../filters/aggregate-values.ts';
import { pythonFloat } from '../filters/python-float.ts';
import type { MultiplierName } from './weighers.ts';
import { weighers } from './weighers.ts';

/** What a weigher counts at each host: one number for all, or one for each. */
export type Multipliers = Readonly<Record<MultiplierName, number | Float64Array>>;

/** Aggregates may have other multipliers for their hosts than the rest; of several the least counts. */
export function multipliersOf(
  { view, settings }: Circumstances,
  hosts: readonly HostCandidate[],
): Multipliers {
  const usual: Multipliers = settings.multipliers;
  // Mostly there are none, and then no host has to be looked up.
  const keys = new Set<string>();
  for (const aggregate of view.aggregates()) for (const key of keysOf(aggregate)) keys.add(key);
  if (keys.size === 0) return usual;
  const own: { -readonly [Name in MultiplierName]: number | Float64Array } = { ...usual };
  for (const [name, { key }] of Object.entries(weighers) as [MultiplierName, { key: string }][]) {
    if (!keys.has(key)) continue;
    own[name] = Float64Array.from(hosts, ({ node }) =>
      leastOf(view.aggregatesOf(node.host), key, finiteNumber, settings.multipliers[name]),
    );
  }
  return own;
}

/** With others there would be no order among hosts. */
function finiteNumber(text: string): number | null {
  const number = pythonFloat(text);
  return Number.isFinite(number) ? number : null;
}

const multiplierKeys = Object.values(weighers).map(({ key }) => key);

/** Those that it has, found out once: an aggregate that changes is another object. */
function keysOf(aggregate: HostAggregate): readonly string[] {
  return known.getOrInsertComputed(aggregate, ({ metadata }) =>
    multiplierKeys.filter((key) => Object.hasOwn(metadata, key)),
  );
}

const known = new WeakMap<HostAggregate, readonly string[]>();
