import type { Prng } from '@berth/testing/prng.ts';

/** What a world and a query are made from: numbers, so that they can be changed a little. */
export type Genes = Readonly<Record<GeneName, number>>;
export type GeneName = keyof typeof ranges;

/** From and to. The first table is about the world, the second about the query. */
const worldRanges = {
  worldSeed: [1, 1_000_000],
  hosts: [1, 300],
  /** Devices of a host; of one with a single host, many more. */
  devices: [0, 40],
  crowd: [1, 200],
  /** How deep devices lie below their host. */
  depth: [1, 6],
  /** Hosts besides that have no devices. */
  loneHosts: [0, 20_000],
  sharers: [0, 12],
  traits: [0, 30],
  /** Rooms are between the smallest and so much more. */
  roomMin: [1, 200],
  roomSpread: [0, 200],
  stepSize: [1, 7],
  aggregates: [0, 20],
} as const;

const queryRanges = {
  querySeed: [1, 1_000_000],
  groups: [0, 1_500],
  spreadClasses: [0, 3],
  amountMin: [1, 120],
  amountSpread: [0, 120],
  /** In percent: whether groups are isolated, and how many have which condition. */
  isolated: [0, 100],
  requiring: [0, 100],
  memberOf: [0, 100],
  inTree: [0, 6],
  withoutResources: [0, 40],
  subtrees: [0, 4],
  subtreeSize: [0, 40],
  /** 0: none. */
  limit: [0, 2_000],
} as const;

const ranges = { ...worldRanges, ...queryRanges };
const names = Object.keys(ranges) as GeneName[];
const queryNames = Object.keys(queryRanges) as GeneName[];

export function randomGenes(random: Prng): Genes {
  const genes = Object.fromEntries(names.map((name) => [name, valueOf(name, random)])) as Record<
    GeneName,
    number
  >;
  // Most queries have some dozens of groups at most.
  if (random.chance(0.8)) genes.groups = Math.min(genes.groups, random.between(1, 24));
  return genes;
}

/** The same with one to three of the numbers changed. */
export function mutated(genes: Genes, random: Prng): Genes {
  const next: Record<GeneName, number> = { ...genes };
  // To make another world takes longer than to try another query.
  const among = random.chance(0.8) ? queryNames : names;
  for (let count = random.between(1, 3); count > 0; count--) {
    const name = random.pick(among);
    const [min, max] = ranges[name];
    const isNear = random.chance(0.6);
    const near = Math.round(next[name] * (0.7 + 0.6 * random.fraction()) + random.between(-1, 1));
    next[name] = isNear ? Math.min(max, Math.max(min, near)) : valueOf(name, random);
  }
  return next;
}

/** As small as what can be tried in all combinations. */
export function small(genes: Genes): Genes {
  return {
    ...genes,
    hosts: 1 + (genes.hosts % 3),
    devices: genes.devices % 4,
    crowd: 1,
    depth: 1 + (genes.depth % 3),
    loneHosts: genes.loneHosts % 3,
    sharers: genes.sharers % 2,
    traits: genes.traits % 4,
    aggregates: genes.aggregates % 3,
    groups: genes.groups % 5,
    roomMin: 1 + (genes.roomMin % 6),
    roomSpread: genes.roomSpread % 4,
    stepSize: genes.stepSize > 5 ? 2 : 1,
    amountMin: 1 + (genes.amountMin % 3),
    amountSpread: genes.amountSpread % 3,
    limit: 0,
  };
}

/** Of the world alone, as a name for it. */
export function worldKey(genes: Genes): string {
  return Object.keys(worldRanges)
    .map((name) => genes[name as GeneName])
    .join();
}

function valueOf(name: GeneName, random: Prng): number {
  const [min, max] = ranges[name];
  return name.endsWith('Seed') || max <= 100 ? random.between(min, max) : random.scaledBetween(min, max);
}
