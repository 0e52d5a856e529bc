import type { AllocationsByConsumer, ConsumerAllocations } from '@berth/client/placement/records.ts';
import { capacityOf } from '../../capacity-of.ts';
import { ReshapeFailed } from '../../driver.ts';
import { type Departure, departuresOf } from './departures.ts';
import { heldOf } from './held-of.ts';
import { pack } from './pack.ts';
import type { Bin, Item, Packing } from './packing.ts';
import type { PictureRules } from './picture.ts';
import type { PlacedPicture } from './place-picture.ts';
import { noRoomFor } from './reshape-reasons.ts';
import { roomFault } from './room-fault.ts';

/**
 * Moves what is held of some families to where their inventory is now. Each consumer holds as much of each family as before, all that
 * it has of classes that lie together (CPUs and memory of a cell) in one place if there is a way. What is not the driver's is not
 * touched, and neither is what can stay where it is, unless there is no other way. Nothing is edited where it throws.
 */
export function reshapeAllocations(
  picture: PlacedPicture,
  moving: ReadonlySet<string>,
  rules: PictureRules,
  allocations: AllocationsByConsumer,
): void {
  const arrangedBy = (staysPut: boolean) =>
    arrange(picture, moving, rules, allocations, departuresOf(picture, moving, rules, allocations, staysPut));
  const first = arrangedBy(true);
  const after = first instanceof ReshapeFailed ? arrangedBy(false) : first;
  if (after instanceof ReshapeFailed) throw first;
  for (const [consumer, { allocations: held }] of after) {
    (allocations.get(consumer) as ConsumerAllocations).allocations = held;
  }
}

/** What everybody holds when the departures have found their places; or why they find none. */
function arrange(
  picture: PlacedPicture,
  moving: ReadonlySet<string>,
  rules: PictureRules,
  before: AllocationsByConsumer,
  departures: readonly Departure[],
): AllocationsByConsumer | ReshapeFailed {
  const after = structuredClone(before);
  for (const { consumer, providerUuid, held } of departures) takeOff(after.get(consumer), providerUuid, held);

  for (const classes of classesTogether(picture, departures)) {
    const items = itemsOf(departures, classes);
    const bins = binsOf(picture, classes, after);
    const packing = pack(items, bins);
    if (packing === null) return noRoomFor(picture, items, bins);
    putInto(after, packing);
  }
  return roomFault(picture, moving, rules, before, after) ?? after;
}

interface Together {
  readonly classes: ReadonlySet<string>;
  readonly uuids: ReadonlySet<string>;
}

/** The classes that are held anew, those that some provider has both of together: a guest's CPUs should be where its memory is. */
function classesTogether(
  { wanted }: PlacedPicture,
  departures: readonly Departure[],
): readonly ReadonlySet<string>[] {
  let groups: readonly Together[] = [];
  for (const next of new Set(departures.map((departure) => departure.next))) {
    const offering = wanted.filter(({ inventories }) => Object.hasOwn(inventories, next));
    const own: Together = { classes: new Set([next]), uuids: new Set(offering.map(({ uuid }) => uuid)) };
    const apart = groups.filter(({ uuids }) => uuids.isDisjointFrom(own.uuids));
    const joined = groups
      .filter((group) => !apart.includes(group))
      .reduce(
        (one, other) => ({ classes: one.classes.union(other.classes), uuids: one.uuids.union(other.uuids) }),
        own,
      );
    groups = [...apart, joined];
  }
  return groups.map(({ classes }) => classes);
}

function itemsOf(departures: readonly Departure[], classes: ReadonlySet<string>): readonly Item[] {
  const items = new Map<string, Map<string, number>>();
  for (const { consumer, next, amount } of departures) {
    if (!classes.has(next)) continue;
    const amounts = items.get(consumer) ?? new Map<string, number>();
    items.set(consumer, amounts.set(next, (amounts.get(next) ?? 0) + amount));
  }
  return [...items].map(([id, amounts]) => ({ id, amounts }));
}

function binsOf(
  { wanted }: PlacedPicture,
  classes: ReadonlySet<string>,
  after: AllocationsByConsumer,
): readonly Bin[] {
  return wanted.flatMap(({ uuid, inventories }): Bin[] => {
    const offered = Object.entries(inventories).filter(([resourceClass]) => classes.has(resourceClass));
    const rooms = offered.map(([resourceClass, inventory]) => {
      const left = Math.max(0, capacityOf(inventory) - heldOf(after, uuid, resourceClass));
      return [resourceClass, { left, unitMax: inventory.maxUnit ?? inventory.total }] as const;
    });
    return rooms.length === 0 ? [] : [{ id: uuid, rooms: new Map(rooms) }];
  });
}

function takeOff(record: ConsumerAllocations | undefined, providerUuid: string, resourceClass: string): void {
  const held = record?.allocations[providerUuid];
  if (record === undefined || held === undefined) return;
  delete held.resources[resourceClass];
  if (Object.keys(held.resources).length === 0) delete record.allocations[providerUuid];
}

function putInto(allocations: AllocationsByConsumer, packing: Packing): void {
  for (const [consumer, parts] of packing) {
    const record = allocations.get(consumer) as ConsumerAllocations;
    for (const [providerUuid, amounts] of parts) {
      const { resources } = (record.allocations[providerUuid] ??= { resources: {} });
      for (const [resourceClass, amount] of amounts) {
        resources[resourceClass] = (resources[resourceClass] ?? 0) + amount;
      }
    }
  }
}
