import { draw } from '@berth/testing/random-cases.ts';
import fc from 'fast-check';
import type { Flavor, Image, Operation } from '../../flavor-and-image/check-flavor-and-image.ts';
import type { ServerCase } from './real-nova-images.ts';
import { subjects } from './vocabulary.ts';

/** Servers around everything that is checked; the same ones for the same seed. */
export function generatedServerCases(count: number, seed: number): readonly ServerCase[] {
  return draw(serverCase, count, seed);
}

/** What is said about some subjects, few things or many; and sometimes a NUMA topology that makes sense, or nearly. */
const words = fc.oneof(
  { weight: 4, arbitrary: saidAbout(1) },
  { weight: 2, arbitrary: saidAbout(2) },
  { weight: 1, arbitrary: saidAbout(subjects.length) },
);

interface Words {
  readonly extraSpecs: Readonly<Record<string, string>>;
  readonly properties: Readonly<Record<string, unknown>>;
}

function saidAbout(count: number): fc.Arbitrary<Words> {
  return fc
    .record({
      chosen: fc.subarray([...subjects], { minLength: count, maxLength: count }),
      most: fc.constantFrom(1, 2, 4, 6),
      arePaired: fc.boolean(),
    })
    .chain(({ chosen, most, arePaired }) => {
      const extraSpecs = someOf(Object.entries(joined(chosen.map((subject) => subject.extraSpecs))), most);
      const properties = joined(chosen.map((subject) => subject.properties));
      if (!arePaired) return fc.record({ extraSpecs, properties: someOf(Object.entries(properties), most) });
      // Where both sides say something, most can be wrong.
      return extraSpecs.chain((said) => {
        const partners = Object.keys(said).map((key) => key.replace(':', '_'));
        const entries = Object.entries(properties).filter(([name]) => partners.includes(name));
        return fc.record({ extraSpecs: fc.constant(said), properties: someOf(entries, entries.length) });
      });
    });
}

function joined<Value>(
  vocabularies: readonly Readonly<Record<string, readonly Value[]>>[],
): Readonly<Record<string, readonly Value[]>> {
  return Object.assign({}, ...vocabularies) as Record<string, readonly Value[]>;
}

/** Up to so many keys, each with one of its values. */
function someOf<Value>(
  entries: readonly (readonly [string, readonly Value[]])[],
  most: number,
): fc.Arbitrary<Record<string, Value>> {
  if (entries.length === 0) return fc.constant({});
  return fc
    .subarray([...entries], { maxLength: Math.min(most, entries.length) })
    .chain((chosen) =>
      fc.tuple(...chosen.map(([key, values]) => fc.tuple(fc.constant(key), fc.constantFrom(...values)))),
    )
    .map((chosen) => Object.fromEntries(chosen));
}

const operation = fc.constantFrom<Operation>('create', 'create', 'resize', 'rebuild');

const sometimes = fc.constantFrom(false, false, false, false, true);

const flavor = fc.record({
  name: fc.constantFrom('m1.small', 'pinned', ''),
  ram: fc.constantFrom(1024, 1024, 1024, 2048, 4096, 1000, 512),
  vcpus: fc.constantFrom(4, 4, 2, 1, 8, 3),
  disk: fc.constantFrom(10, 10, 10, 10, 10, 10, 10, 1, 0, 2147483647),
});

const image = fc.record({
  id: fc.constantFrom('70a599e0-31e7-49b7-b260-868f441e862b', 'e3f9a6f2-2f0c-4d1e-9e53-15bb0b8d5b5a'),
  name: fc.constantFrom('debian', "o'neill", ''),
  status: fc.constantFrom(...Array<string>(30).fill('active'), 'queued', 'deactivated'),
  size: fc.constantFrom(...Array<number>(12).fill(1), 0, 2 ** 30, 2 ** 30 + 1, 11 * 2 ** 30, 2 ** 50),
  minRam: fc.constantFrom(...Array<number>(12).fill(0), 512, 1024, 2048),
  minDisk: fc.constantFrom(...Array<number>(12).fill(0), 1, 10, 11),
});

const serverCase: fc.Arbitrary<ServerCase> = fc
  .record({
    operation,
    flavor,
    image,
    words,
    previousWords: words,
    placement: fc.option(placement(), { nil: null, freq: 3 }),
    isVolumeBacked: sometimes,
    volumeSize: fc.constantFrom(null, 1, 10, 20),
    changesImage: fc.boolean(),
    pciAliases: fc.constantFrom([], ['gpu', 'nic']),
    mayUseZeroDisk: fc.boolean(),
  })
  .map((drawn) => {
    const said = drawn.placement === null ? drawn.words : placed(drawn.words, drawn.placement, drawn.flavor);
    const stored = textOnly(said.properties);
    const properties = drawn.operation === 'resize' ? stored : said.properties;
    // Mostly, the new image is not that different.
    const previous = drawn.changesImage ? textOnly(drawn.previousWords.properties) : stored;
    return {
      flavor: { ...drawn.flavor, extraSpecs: said.extraSpecs } satisfies Flavor,
      image: { ...drawn.image, properties } satisfies Image,
      operation: drawn.operation,
      isVolumeBacked: drawn.isVolumeBacked,
      volumeSize: drawn.volumeSize,
      previousImage: drawn.operation === 'rebuild' ? { ...drawn.image, properties: previous } : null,
      pciAliases: drawn.pciAliases,
      mayUseZeroDisk: drawn.mayUseZeroDisk,
    };
  });

/** What is kept with a server is text. */
function textOnly(properties: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).filter(([, value]) => typeof value === 'string' && value.isWellFormed()),
  );
}

interface Placement {
  readonly nodes: number;
  readonly isInImage: boolean;
  readonly areNodesSaid: boolean;
  /** What is wrong with it: a CPU too many, two of them, one too few, given twice, or memory that does not add up. */
  readonly slip: 'none' | 'extra-cpu' | 'extra-cpus' | 'missing-cpu' | 'double-cpu' | 'memory' | 'count';
}

function placement(): fc.Arbitrary<Placement> {
  return fc.record({
    nodes: fc.constantFrom(1, 2, 2, 3),
    isInImage: fc.boolean(),
    areNodesSaid: fc.constantFrom(true, true, true, false),
    slip: fc.constantFrom(
      'none',
      'none',
      'extra-cpu',
      'extra-cpus',
      'missing-cpu',
      'double-cpu',
      'memory',
      'count',
    ),
  });
}

function placed(
  words: Words,
  { nodes, isInImage, areNodesSaid, slip }: Placement,
  { ram, vcpus }: { readonly ram: number; readonly vcpus: number },
): Words {
  const cpus: number[][] = Array.from({ length: nodes }, () => []);
  for (let cpu = 0; cpu < vcpus; cpu++) cpus[cpu % nodes]?.push(cpu);
  const memory = Array.from({ length: nodes }, (_, node) => (node === 0 ? ram - 100 * (nodes - 1) : 100));
  if (slip === 'extra-cpu') cpus[0]?.push(vcpus);
  if (slip === 'extra-cpus') cpus[0]?.unshift(vcpus + 16, vcpus);
  if (slip === 'missing-cpu') cpus[0]?.shift();
  if (slip === 'double-cpu') cpus.at(-1)?.push(0);
  if (slip === 'memory') memory[0] = ram;
  if (slip === 'count') memory.push(100);
  const separator = isInImage ? '_' : ':';
  const said: Record<string, string> = areNodesSaid ? { [`hw${separator}numa_nodes`]: String(nodes) } : {};
  for (const [node, ofNode] of cpus.entries()) said[`hw${separator}numa_cpus.${node}`] = ofNode.join(',');
  for (const [node, amount] of memory.entries()) said[`hw${separator}numa_mem.${node}`] = String(amount);
  return isInImage
    ? { ...words, properties: { ...words.properties, ...said } }
    : { ...words, extraSpecs: { ...words.extraSpecs, ...said } };
}
