import fc from 'fast-check';

/** What worlds and queries are made of; few of each, so that they meet. */
export const vocabulary = {
  classes: ['VCPU', 'MEMORY_MB', 'DISK_GB'],
  traits: ['CUSTOM_A', 'CUSTOM_B', 'CUSTOM_C'],
  aggregates: ['A', 'B', 'C'],
  maxProviders: 9,
} as const;

/** The names of providers, from p0 on. A world may have fewer. */
export const providerNames = Array.from({ length: vocabulary.maxProviders }, (_, index) => `p${index}`);

/**
 * Worlds as text, in the notation of `given`: trees up to four levels deep, sharers at the top and further down,
 * inventories of all kinds, some of them in use or overfull. A counterexample can be pasted into a test.
 */
export function arbitraryWorld(): fc.Arbitrary<string> {
  return fc
    .oneof(
      fc.array(arbitraryProvider, { minLength: 1, maxLength: 4 }),
      fc.array(arbitraryProvider, { minLength: 6, maxLength: vocabulary.maxProviders }),
    )
    .map((providers) => `\ntraits: ${vocabulary.traits.join(' ')}\n${render(providers)}`);
}

/** The same, some with many bare trees besides: the search then finds the others through the indexes. */
export function arbitraryWorldToSearch(): fc.Arbitrary<string> {
  const bareTrees = Array.from({ length: 20 }, (_, index) => `  bare${index}`);
  return fc
    .tuple(arbitraryWorld(), fc.constantFrom(0, 0, 0, 20))
    .map(([text, bareCount]) => [text, ...bareTrees.slice(0, bareCount)].join('\n'));
}

interface ArbitraryProvider {
  /** Which of the providers before it is its parent, counted from 1 and round and round; 0: none. */
  readonly parent: number;
  readonly words: string;
}

/** Mostly the plain value, now and then another. */
function rarely<Value>(plain: Value, ...others: Value[]): fc.Arbitrary<Value> {
  return fc.oneof(
    { arbitrary: fc.constant(plain), weight: 8 },
    { arbitrary: fc.constantFrom(...others), weight: 1 },
  );
}

const arbitraryInventory = fc
  .record({
    total: fc.constantFrom(8, 6, 4, 3, 2, 1),
    ratio: rarely(1, 0.5, 1.1, 1.5, 3),
    reserved: rarely(0, 1, 2),
    min: rarely(1, 2),
    max: rarely(99, 1, 2, 4),
    step: rarely(1, 2),
    used: rarely(0, 1, 2, 5),
  })
  .map(({ total, ...details }) => {
    const usual = { ratio: 1, reserved: 0, min: 1, max: 99, step: 1, used: 0 };
    const told = Object.entries(details).filter(
      ([name, value]) => usual[name as keyof typeof usual] !== value,
    );
    return told.length === 0
      ? `${total}`
      : `${total}(${told.map(([name, value]) => `${name}=${value}`).join(',')})`;
  });

const arbitraryProvider: fc.Arbitrary<ArbitraryProvider> = fc
  .record({
    parent: fc.nat({ max: vocabulary.maxProviders - 1 }),
    inventories: fc.tuple(
      ...vocabulary.classes.map((name) =>
        fc.option(
          arbitraryInventory.map((inventory) => `${name}:${inventory}`),
          { freq: 4 },
        ),
      ),
    ),
    traits: fc.subarray([...vocabulary.traits]),
    shares: fc.constantFrom(false, false, true),
    aggregates: fc.oneof(fc.constant([]), fc.subarray([...vocabulary.aggregates])),
  })
  .map(({ parent, inventories, traits, shares, aggregates }) => ({
    parent,
    words: [
      ...inventories.filter((word) => word !== null),
      ...traits,
      ...(shares ? ['MISC_SHARES_VIA_AGGREGATE'] : []),
      ...(aggregates.length > 0 ? [`agg:${aggregates.join(',')}`] : []),
    ].join(' '),
  }));

function render(providers: readonly ArbitraryProvider[]): string {
  const depths: number[] = [];
  const children = new Map<number, number[]>();
  const topmost: number[] = [];
  for (const [index, provider] of providers.entries()) {
    const parent = (provider.parent % (index + 1)) - 1;
    const depth = (depths[parent] ?? -1) + 1;
    const isRoot = parent < 0 || depth >= maxDepth;
    depths[index] = isRoot ? 0 : depth;
    if (isRoot) topmost.push(index);
    else children.set(parent, [...(children.get(parent) ?? []), index]);
  }
  return topmost.map((index) => lines(index)).join('\n');

  function lines(index: number): string {
    const indent = '  '.repeat((depths[index] ?? 0) + 1);
    const own = `${indent}p${index}  ${providers[index]?.words}`.trimEnd();
    return [own, ...(children.get(index) ?? []).map((child) => lines(child))].join('\n');
  }
}

const maxDepth = 4;
