import { quote } from '@berth/client/quote.ts';
import { type AskedFlavor, type FlavorSizes, sizeNames } from '../cloud-file.ts';
import { findFlavor } from '../find-flavor.ts';
import type { CloudState, KnownFlavor } from '../state/cloud-state.ts';
import { listChange, type Step } from '../step.ts';
import { areSameNumbers } from './inventories-after.ts';

/** Flavors that are to be made, made anew, or changed in what compute can change. */
export function planFlavors(
  flavors: readonly AskedFlavor[],
  state: CloudState,
  replaces: boolean,
  problems: string[],
): readonly Step[] {
  const meant = new Map<KnownFlavor, AskedFlavor>();
  return flavors.flatMap((asked) => {
    const known = findFlavor(asked, state.flavors, problems);
    const other = known === null ? undefined : meant.get(known);
    if (known !== null && other !== undefined)
      problems.push(`${asked.place}: this and the one at ${other.place} are both the flavor ${known.id}`);
    if (known === null) return planNew(asked, state, problems);
    meant.set(known, asked);
    const differences = differencesOf(asked, known);
    if (differences.length === 0) return planRest(asked, known, state, problems);
    const obstacle = replaces ? missingId(asked, known) : unchangeable(asked, differences);
    if (obstacle !== null) {
      problems.push(`${asked.place}: ${obstacle}`);
      return [];
    }
    const { id, name } = known;
    return [{ kind: 'delete-flavor', id, name, isReplaced: true }, ...planNew(asked, state, problems)];
  });
}

function differencesOf({ id, name, sizes }: AskedFlavor, known: KnownFlavor): readonly string[] {
  const differences: string[] = [];
  if (id !== undefined && id !== known.id) differences.push(`its id is ${quote(known.id)}`);
  if (name !== known.name) differences.push(`its name is ${quote(known.name)}`);
  for (const field of Object.keys(sizes) as (keyof FlavorSizes)[]) {
    const [is, wanted] = [known.sizes[field], sizes[field]];
    const isSame = typeof is === 'number' ? areSameNumbers(is, Number(wanted)) : is === wanted;
    if (!isSame) differences.push(`${sizeNames[field]} is ${is}, and would be ${wanted}`);
  }
  return differences;
}

function unchangeable({ name }: AskedFlavor, differences: readonly string[]): string {
  return `the flavor ${quote(name)} is another one: ${differences.join('; ')}. Compute cannot change that; --replace-flavors deletes it and makes it anew`;
}

/** After a stop between the two steps it would be another flavor. */
function missingId({ id }: AskedFlavor, known: KnownFlavor): string | null {
  return id === undefined ? `a flavor that is made anew has its id in the file: 'id: ${known.id}'` : null;
}

/** From the file alone: what it does not say is as usual, also where there was a flavor before. */
function planNew(asked: AskedFlavor, state: CloudState, problems: string[]): readonly Step[] {
  const { name, id = null, sizes, description = null, place } = asked;
  const { ram, vcpus, disk } = sizes;
  if (ram === undefined || vcpus === undefined || disk === undefined) {
    problems.push(`${place}: the flavor ${quote(name)} is to be made, and that takes ram, vcpus and disk`);
    return [];
  }
  const all = { ram, vcpus, disk, ephemeral: 0, swap: 0, rxtxFactor: 1, isPublic: true, ...sizes };
  const made: KnownFlavor = { id: id ?? '', name, sizes: all, description, extraSpecs: {}, projects: [] };
  return [
    { kind: 'create-flavor', flavor: { name, id, sizes: all, description } },
    ...planRest(asked, made, state, problems),
  ];
}

function planRest(
  asked: AskedFlavor,
  known: KnownFlavor,
  state: CloudState,
  problems: string[],
): readonly Step[] {
  const { name: flavor, description, extraSpecs, projects } = asked;
  const steps: Step[] = [];
  if (description !== undefined && description !== known.description)
    steps.push({ kind: 'describe-flavor', flavor, before: known.description, after: description });
  if (extraSpecs !== undefined && !areSamePairs(extraSpecs, known.extraSpecs))
    steps.push({ kind: 'set-extra-specs', flavor, before: known.extraSpecs, after: extraSpecs });
  if (projects !== undefined) {
    const after = projects.flatMap(({ name, place }) => {
      const found = state.projects.get(name);
      if (found?.kind === 'found') return [found.id];
      problems.push(`${place}: ${found?.reason ?? `there is no project ${quote(name)}`}`);
      return [];
    });
    const { added, removed } = listChange({ before: known.projects, after });
    if (added.length + removed.length > 0)
      steps.push({ kind: 'set-flavor-access', flavor, before: known.projects, after });
  }
  return steps;
}

function areSamePairs(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && a[key] === b[key])
  );
}
