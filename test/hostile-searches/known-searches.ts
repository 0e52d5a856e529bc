/** A search that once held the event loop for very long. */
export interface KnownSearch {
  readonly name: string;
  /** As `given` reads it. */
  readonly world: string;
  readonly query: string;
  readonly limit: number;
  /** How many candidates there are, up to the limit; of those that are too hard, how many is not to be told beforehand. */
  readonly found: number | 'as much as the budget allows';
}

/** The worst that were found by hand, each as short a query as such a search needs. */
export const knownSearches: readonly KnownSearch[] = [
  {
    name: '12 groups on 100 hosts of 6 devices, where hardly anything is left over',
    world: hosts(100, () => [63, 43, 59, 114, 128, 188]),
    query: asked([1, 6, 7, 31, 42, 53, 58, 61, 67, 81, 86, 93]),
    limit: 1_000,
    found: 1_000,
  },
  {
    name: '20 groups on 100 hosts of 9 devices that are just large enough',
    world: hosts(100, () => [1, 141, 161, 102, 95, 83, 81, 80, 264]),
    query: asked([7, 8, 11, 17, 22, 24, 27, 33, 45, 45, 52, 58, 69, 73, 77, 81, 83, 85, 86, 94]),
    limit: 1_000,
    found: 'as much as the budget allows',
  },
  {
    name: 'two groups of one subtree among 6,400 children of a host',
    world: hosts(1, () => times(6_400, () => 1)),
    query: 'resources_A=VGPU:1&resources_B=VGPU:1&same_subtree=_A,_B&group_policy=isolate',
    limit: 1_000,
    found: 0,
  },
];

function hosts(count: number, roomsOf: (host: number) => number[]): string {
  return times(count, (host) =>
    [`\nhost${host}`, ...roomsOf(host).map((room, device) => `  dev${host}x${device} VGPU:${room}`)].join(
      '\n',
    ),
  ).join('');
}

function asked(amounts: readonly number[]): string {
  return `${amounts.map((amount, index) => `resources${index + 1}=VGPU:${amount}`).join('&')}&group_policy=none`;
}

function times<Item>(count: number, make: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
