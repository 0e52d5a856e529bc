import { now } from '@berth/engine/testing/instants.ts';
import fc from 'fast-check';
import type { ComputeCommand } from '../decide.ts';
import type { FlavorId } from '../ids.ts';

/** Commands about few things, so that they meet: about half of them are refused. */
export function arbitraryComputeCommand(): fc.Arbitrary<ComputeCommand> {
  return fc.oneof(
    ...Object.entries(arbitraries).map(([kind, arbitrary]) => ({
      arbitrary: arbitrary.map((fields) => ({ kind, ...fields }) as ComputeCommand), // They are the fields of that kind.
      weight: kind.startsWith('create-') ? 3 : 1,
    })),
  );
}

type FieldsOf<Kind extends ComputeCommand['kind']> = Omit<Extract<ComputeCommand, { kind: Kind }>, 'kind'>;

const time = fc.constant(now);
const arbitraryProject = fc.constantFrom('project', 'other', '__proto__');
const arbitraryFlavor = fc.constantFrom('1', '2', 'm1.large', '__proto__').map((id) => id as FlavorId);
/** Names that objects have by themselves are keys like all others, and so are those that look like numbers. */
const arbitraryKey = fc.constantFrom('hw:cpu_policy', '__proto__', 'constructor', '10', '9');
const arbitraryText = fc.constantFrom('', 'dedicated', 'Käse 🧀');
/** Clients send none beyond U+FFFF. */
const arbitraryDescription = fc.option(fc.constantFrom('', 'large', 'Käse ✓'));
const arbitrarySpecs = fc
  .array(fc.tuple(arbitraryKey, arbitraryText), { minLength: 1, maxLength: 3 })
  .map((entries): Readonly<Record<string, string>> => Object.fromEntries(entries));

/** What each command asks for; one that is missing does not compile. */
const arbitraries: { readonly [Kind in ComputeCommand['kind']]: fc.Arbitrary<FieldsOf<Kind>> } = {
  'create-flavor': fc.record({
    flavor: fc.record({
      id: arbitraryFlavor,
      name: fc.constantFrom('small', 'large', 'Käse 🧀', '__proto__'),
      vcpus: fc.constantFrom(1, 2_147_483_647),
      memoryMb: fc.constantFrom(1, 2048),
      rootGb: fc.constantFrom(0, 20),
      ephemeralGb: fc.constantFrom(0, 5),
      swapMb: fc.constantFrom(0, 512),
      rxtxFactor: fc.constantFrom(1, 0.5, 3.4e38),
      isPublic: fc.boolean(),
      description: arbitraryDescription,
    }),
    now: time,
  }),
  'describe-flavor': fc.record({ id: arbitraryFlavor, description: arbitraryDescription, now: time }),
  'delete-flavor': fc.record({ id: arbitraryFlavor }),
  'grant-flavor': fc.record({
    id: arbitraryFlavor,
    projectId: arbitraryProject,
    mayBePublic: fc.boolean(),
    now: time,
  }),
  'revoke-flavor': fc.record({ id: arbitraryFlavor, projectId: arbitraryProject, now: time }),
  'add-extra-specs': fc.record({ id: arbitraryFlavor, extraSpecs: arbitrarySpecs, now: time }),
  'remove-extra-spec': fc.record({ id: arbitraryFlavor, key: arbitraryKey, now: time }),
};
