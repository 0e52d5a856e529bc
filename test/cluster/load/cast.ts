import { Prng } from '@berth/testing/prng.ts';
import type { Inventories } from '../../crash/state.ts';
import { inventory } from '../../crash/state.ts';
import { firstMaxUnit } from '../checking/history.ts';

export const shapedClass = 'CUSTOM_SHAPED';

/** Who takes part. There are few of everything, so that the clients are in each other's way. */
export interface Cast {
  /** Whose processors and memory all consumers want. */
  readonly hosts: readonly string[];
  /** Between whose two ends a class is moved to and fro. */
  readonly pairs: readonly Pair[];
  readonly consumers: readonly string[];
  /** With room for everybody: whoever only wants to know whether there is an answer claims from it. */
  readonly wide: string;
}

export interface Pair {
  readonly root: string;
  readonly child: string;
}

export function castFor(seed: string): Cast {
  const prng = new Prng(`${seed}/cast`);
  const uuids = (count: number): string[] => Array.from({ length: count }, () => prng.uuid());
  return {
    hosts: uuids(4),
    pairs: [0, 1].map(() => ({ root: prng.uuid(), child: prng.uuid() })),
    consumers: uuids(24),
    wide: prng.uuid(),
  };
}

/** What each provider has at first. */
export function firstInventories({ hosts, pairs, wide }: Cast): Map<string, Inventories> {
  const inventories = new Map<string, Inventories>();
  for (const host of hosts) inventories.set(host, { VCPU: stock(24), MEMORY_MB: stock(4_096) });
  for (const { root, child } of pairs) {
    inventories.set(root, { [shapedClass]: stock(40) });
    inventories.set(child, {});
  }
  return inventories.set(wide, { VCPU: stock(1_000_000) });
}

function stock(total: number) {
  return inventory(total, firstMaxUnit);
}
