import type { Prng } from '@berth/testing/prng.ts';
import { badAggregates, badGroups, badResources, badTraits, badTrees } from '../differential/bad-values.ts';
import { oddText } from './odd-text.ts';
import { oddBytes, percentEncoded } from './targets.ts';
import { customClass, customTrait, projects, type World } from './world.ts';

/** The paths that read their query. */
export const queried = ['/resource_providers', '/allocation_candidates', '/usages', '/traits'];

/** A query with a right start, perhaps, and something odd in it; percent-encoded, or as badly as it gets. */
export function oddQuery(prng: Prng, world: World): string {
  const parameters = prng.some(right(prng, world), 0, 4);
  const count = prng.weighted([
    [10, 1],
    [4, prng.between(2, 6)],
    [1, prng.between(50, 2_000)],
  ]);
  // Many of one kind are worse than a little of everything.
  const make = prng.weighted(kinds);
  for (let index = 0; index < count; index += 1) {
    parameters.splice(prng.below(parameters.length + 1), 0, make(prng, world, index));
  }
  // Longer ones do not get past the limit of the headers, which is tried elsewhere.
  return parameters.join(prng.pick(['&', '&', '&', '&&', ';'])).slice(0, 60_000);
}

function right(prng: Prng, world: World): string[] {
  return [
    'resources=VCPU:1',
    'resources1=VCPU:1',
    `resources_A=${customClass}:1`,
    'group_policy=none',
    'group_policy=isolate',
    'limit=5',
    `required=${customTrait}`,
    'required=!HW_NUMA_ROOT',
    'root_required=HW_CPU_X86_VMX',
    `member_of=${prng.pick(world.aggregates)}`,
    `in_tree=${prng.pick(world.providers).uuid}`,
    'same_subtree=_A,1',
    `project_id=${prng.pick(projects)}`,
    'user_id=user-a',
    'consumer_type=INSTANCE',
    `name=${prng.pick(world.providers).name}`,
    `uuid=${prng.pick(world.providers).uuid}`,
    'name=startswith:CUSTOM_',
    'associated=true',
  ];
}

type Parameter = (prng: Prng, world: World, index: number) => string;

const kinds: readonly (readonly [number, Parameter])[] = [
  [3, (prng) => `resources${suffix(prng)}=${prng.pick(badResources)}`],
  [3, (prng) => `${prng.pick(['required', 'root_required'])}${suffix(prng)}=${prng.pick(badTraits)}`],
  [3, (prng) => `member_of${suffix(prng)}=${prng.pick(badAggregates(prng))}`],
  [2, (prng) => `${prng.pick(['in_tree', 'uuid'])}${suffix(prng)}=${prng.pick(badTrees)}`],
  [3, (prng) => prng.pick(badGroups)],
  [3, (prng) => `${prng.pick(names)}=${percentEncoded(oddText(prng))}`],
  [3, (prng) => `${prng.pick(names)}=${prng.pick(oddBytes)}`],
  [2, (prng) => `${prng.pick(oddBytes)}=${prng.pick(['1', 'VCPU:1', ''])}`],
  [2, (prng) => `${percentEncoded(oddText(prng))}=1`],
  [
    1,
    (prng) => `resources=${prng.pick(['VCPU', customClass])}:${'9'.repeat(prng.pick([10, 20, 400, 5_000]))}`,
  ],
  [1, (prng) => `limit=${prng.pick(['', '0', '-1', '1.5', '1e3', '9'.repeat(400), '%31', ' 1', '1%0a'])}`],
  [1, (_, __, index) => `required=CUSTOM_${index}`],
  [1, (prng, world) => `member_of=in:${prng.some(world.aggregates, 1, 3).join()}`],
  [1, (_, __, index) => `resources=VCPU:${index}`],
  [1, (_, __, index) => `x${index}=${index}`],
  [1, (prng) => `required=${Array.from({ length: 500 }, () => prng.pick(badTraits)).join()}`],
  [1, (prng) => `same_subtree=${suffixes(prng.between(1, 300)).join()}`],
  [1, (prng) => prng.pick(['', '=', '==', '&', '?', '#', 'a', 'a=b=c', '=VCPU:1', '+=+'])],
];

const suffixes = (count: number): string[] => Array.from({ length: count }, (_, index) => `_${index}`);

const suffix = (prng: Prng): string =>
  prng.pick([
    '',
    '',
    '',
    '1',
    '2',
    '_A',
    '_B',
    '-',
    '0',
    '01',
    'x'.repeat(64),
    'x'.repeat(65),
    '%0a',
    '.',
    'é',
  ]);

const names = [
  'resources',
  'required',
  'root_required',
  'member_of',
  'in_tree',
  'same_subtree',
  'limit',
  'group_policy',
  'name',
  'uuid',
  'project_id',
  'user_id',
  'consumer_type',
  'associated',
  '__proto__',
  'constructor',
];
