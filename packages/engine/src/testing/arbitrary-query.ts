import fc from 'fast-check';
import { providerNames, vocabulary } from './arbitrary-world.ts';

/**
 * Queries in the notation of `parseQuery`, for worlds of `arbitraryWorld`: all that the API lets through at some
 * version, for few and small amounts, so that there often are candidates.
 */
export function arbitraryQuery(): fc.Arbitrary<string> {
  return fc
    .record({
      spread: fc.option(arbitraryGroup(1), { freq: 4 }),
      granular: fc.oneof(
        fc.array(arbitraryGranular, { maxLength: 1 }),
        fc.array(arbitraryGranular, { minLength: 2, maxLength: 3 }),
      ),
      isIsolated: fc.boolean(),
      rootRequired: sometimes(10, arbitraryTraits),
      subtrees: fc.oneof(
        fc.constant([]),
        fc.array(fc.subarray(suffixes, { minLength: 2 }), { minLength: 1, maxLength: 2 }),
      ),
      knowsTrees: fc.constantFrom(true, true, true, true, false),
    })
    .map(render);
}

/** Parameters of a group without their suffix, as name and value. */
type Group = readonly (readonly [string, string])[];

interface Parts {
  readonly spread: Group | null;
  readonly granular: readonly Group[];
  readonly isIsolated: boolean;
  readonly rootRequired: string | null;
  readonly subtrees: readonly (readonly string[])[];
  readonly knowsTrees: boolean;
}

const classNames: readonly string[] = vocabulary.classes;
const suffixes = ['_X', '_Y', '_Z'];

/** Once in so many times; else null. */
function sometimes<Value>(times: number, arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> {
  return fc.oneof({ arbitrary: fc.constant(null), weight: times - 1 }, { arbitrary, weight: 1 });
}

const arbitraryTraits = fc
  .subarray([...vocabulary.traits], { minLength: 1, maxLength: 2 })
  .chain(([one = '', other]) =>
    other === undefined
      ? fc.constantFrom(one, `!${one}`)
      : fc.constantFrom(`${one},${other}`, `${one},!${other}`, `!${one},!${other}`),
  );

const arbitraryAnyTrait = fc
  .subarray([...vocabulary.traits], { minLength: 1, maxLength: 2 })
  .map((traits) => `in:${traits.join(',')}`);

/** D is an aggregate that nobody is in. */
const arbitraryAggregates = fc
  .tuple(
    fc.constantFrom('', '', '!'),
    fc.subarray([...vocabulary.aggregates, 'D'], { minLength: 1, maxLength: 2 }),
  )
  .map(([mark, names]) => `${mark}${names.length > 1 ? 'in:' : ''}${names.join(',')}`);

function arbitraryGroup(minClasses: number): fc.Arbitrary<Group> {
  return fc
    .record({
      classes: arbitraryClasses(minClasses),
      amounts: fc.tuple(...vocabulary.classes.map(() => fc.constantFrom(1, 1, 1, 1, 1, 2, 2, 3))),
      required: sometimes(8, arbitraryTraits),
      anyOf: sometimes(10, arbitraryAnyTrait),
      memberOf: sometimes(7, arbitraryAggregates),
      memberOfToo: sometimes(14, arbitraryAggregates),
      inTree: sometimes(16, fc.constantFrom(...providerNames)),
    })
    .map(({ classes, amounts, required, anyOf, memberOf, memberOfToo, inTree }) => {
      const resources = classes.map((name) => `${name}:${amounts[classNames.indexOf(name)]}`);
      const parameters: (readonly [string, string | null])[] = [
        ['resources', resources.length > 0 ? resources.join(',') : null],
        ['required', required],
        ['required', anyOf],
        ['member_of', memberOf],
        ['member_of', memberOfToo],
        ['in_tree', inTree],
      ];
      return parameters.filter((each): each is [string, string] => each[1] !== null);
    });
}

const arbitraryGranular = fc.oneof(
  { arbitrary: arbitraryGroup(1), weight: 4 },
  { arbitrary: arbitraryGroup(0), weight: 1 },
);

/** One class more often than two, two more often than three. */
function arbitraryClasses(min: number): fc.Arbitrary<string[]> {
  const upTo = (maxLength: number) => fc.subarray([...vocabulary.classes], { minLength: min, maxLength });
  return fc.oneof(upTo(1), upTo(2), upTo(3));
}

function render({ spread, granular, isIsolated, rootRequired, subtrees, knowsTrees }: Parts): string {
  const groups = granular.map((group, index) => ({ suffix: suffixes[index] as string, group }));
  const asked = groups.filter(({ group }) => group.length > 0);
  if (spread) asked.unshift({ suffix: '', group: spread });
  if (!asked.some(({ group }) => hasResources(group)))
    asked.push({ suffix: '_W', group: [['resources', 'VCPU:1']] });
  const known = asked.map(({ suffix }) => suffix);
  const tied = subtrees.map((each) => each.filter((suffix) => known.includes(suffix)));
  // A group without resources has to be named in a same_subtree, and came after trees.
  const untied = asked.filter(({ suffix, group }) => !hasResources(group) && !tied.flat().includes(suffix));
  if (untied.length > 0) tied.push(known.filter((suffix) => suffix !== ''));
  const isOld = !knowsTrees && asked.every(({ group }) => hasResources(group));
  return [
    ...asked.flatMap(({ suffix, group }) => group.map(([name, value]) => `${name}${suffix}=${value}`)),
    ...(isIsolated ? ['group_policy=isolate'] : []),
    ...(rootRequired === null ? [] : [`root_required=${rootRequired}`]),
    ...tied.filter((each) => each.length > 0).map((each) => `same_subtree=${each.join(',')}`),
    ...(isOld ? ['nested=false'] : []),
  ].join('&');
}

function hasResources(group: Group): boolean {
  return group.some(([name]) => name === 'resources');
}
