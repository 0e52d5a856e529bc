import type { AllocationsByConsumer } from '@berth/client/placement/records.ts';
import { ReshapeFailed } from '../../driver.ts';
import type { PictureRules } from './picture.ts';
import type { PlacedPicture } from './place-picture.ts';

/** What is taken off a consumer in one place, to be held in others. */
export interface Departure {
  readonly consumer: string;
  readonly providerUuid: string;
  readonly held: string;
  /** The class in which it is held from now on. */
  readonly next: string;
  readonly amount: number;
}

/** All that has to be held elsewhere, or in another class, from now on; with `staysPut` false, also what could stay where it is. */
export function departuresOf(
  { nodename, wanted, present }: PlacedPicture,
  moving: ReadonlySet<string>,
  rules: PictureRules,
  allocations: AllocationsByConsumer,
  staysPut: boolean,
): readonly Departure[] {
  const offered = new Set(wanted.flatMap(({ inventories }) => Object.keys(inventories)));
  const isThere = new Set(
    wanted.flatMap(({ uuid, inventories }) => Object.keys(inventories).map((name) => `${uuid} ${name}`)),
  );
  const departures: Departure[] = [];
  for (const [consumer, record] of allocations) {
    for (const [providerUuid, { resources }] of Object.entries(record.allocations)) {
      if (!present.has(providerUuid)) continue;
      for (const [held, amount] of Object.entries(resources)) {
        const family = rules.familyOf(held);
        if (family === null || !moving.has(family)) continue;
        const relatives = new Set([...offered].filter((name) => rules.familyOf(name) === family));
        const next = rules.classFor(consumer, held, relatives);
        if (next === null) {
          throw new ReshapeFailed(
            `${nodename} has no ${held} any more, and the consumer ${consumer} holds ${amount}; ` +
              `move it to another host or give the host back what it had, then start again`,
          );
        }
        if (staysPut && next === held && isThere.has(`${providerUuid} ${held}`)) continue;
        departures.push({ consumer, providerUuid, held, next, amount });
      }
    }
  }
  return departures;
}
