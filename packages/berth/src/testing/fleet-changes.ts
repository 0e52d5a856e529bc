import { setChange } from '@berth/compute-engine/changes.ts';
import type { Collection } from '@berth/compute-engine/collection.ts';
import { type Noun, type Nouns, nouns } from '@berth/compute-engine/nouns.ts';
import type { FleetCloud } from '@berth/compute-engine/testing/fleet-cloud.ts';
import { changesThatMake } from '@berth/placement/testing/changes-that-make.ts';
import type { CloudChange } from '../cloud/stored-cloud.ts';

/** The changes that bring a fleet into a ledger that knows the standard classes and traits. */
export function fleetChanges({ placement, compute }: FleetCloud): readonly CloudChange[] {
  const changes: CloudChange[] = [];
  for (const change of changesThatMake(placement)) {
    if (change.kind !== 'trait-added' && change.kind !== 'class-added') changes.push(change);
  }
  for (const noun of nouns) {
    // Under its name the table has the noun's own collection; the compiler does not follow the two.
    const things = compute.of[noun] as Collection<string, Nouns[Noun]>;
    for (const thing of things.values()) changes.push(setChange(noun, thing));
  }
  return changes;
}
