import type { Prng } from '@berth/testing/prng.ts';
import { stringify } from 'yaml';

/** A file as it is edited; what is left out of a thing is not said. */
export interface FileDraft {
  readonly classes: readonly string[];
  readonly traits: readonly string[];
  readonly providers: readonly ProviderDraft[];
  readonly flavors: readonly FlavorDraft[];
}

interface ProviderDraft {
  readonly number: number;
  readonly name: string;
  readonly said: {
    readonly uuid?: string;
    readonly parent?: string | null;
    readonly inventories?: Readonly<Record<string, Readonly<Record<string, number>>>>;
    readonly traits?: readonly string[];
    readonly aggregates?: readonly string[];
  };
}

interface FlavorDraft {
  readonly name: string;
  readonly said: Readonly<Record<string, unknown>>;
}

const ownClasses = ['CUSTOM_A', 'CUSTOM_B', 'CUSTOM_C'];
const ownTraits = ['CUSTOM_X', 'CUSTOM_Y', 'CUSTOM_Z'];
const classes = ['VCPU', 'MEMORY_MB', 'DISK_GB', ...ownClasses];
const traits = ['HW_CPU_X86_AVX', 'STORAGE_DISK_SSD', ...ownTraits];
const aggregates = [1, 2, 3].map((number) => `aaaaaaaa-0000-4000-8000-00000000000${number}`);
const projects = ['one', 'two', 'three'];
const providersMax = 9;
const flavorsMax = 5;

/** What every file begins with: a tree and another one, and flavors, of which nothing is there yet. */
export const firstDraft: FileDraft = {
  classes: ownClasses,
  traits: ownTraits,
  providers: [
    newProvider(3, { parent: 'p1', traits: ['CUSTOM_X'] }),
    newProvider(1, { parent: 'p0', inventories: { VCPU: { total: 8 } } }),
    newProvider(0, { aggregates }),
    newProvider(2, { parent: 'p1', inventories: { CUSTOM_A: { total: 4, reserved: 1 } } }),
    newProvider(5, {}),
  ],
  flavors: [
    { name: 'f0', said: { id: '0', ram: 512, vcpus: 1, disk: 1, extra_specs: { 'own:text': 'a b' } } },
    { name: 'f1', said: { ram: 512, vcpus: 1, disk: 1, public: false, projects: ['one'] } },
  ],
};

/** Those with an even number have a uuid, and may be renamed. */
function newProvider(number: number, said: ProviderDraft['said']): ProviderDraft {
  const uuid = `bbbbbbbb-0000-4000-8000-00000000000${number}`;
  return { number, name: `p${number}`, said: number % 2 === 0 ? { uuid, ...said } : said };
}

/** The file with one thing in it changed. Now and then that makes no sense, and has to be refused. */
export function edited(draft: FileDraft, prng: Prng, hasFlavors: boolean): FileDraft {
  const change = prng.weighted([
    [8, editProviders],
    [12, editProvider],
    [2, editNames],
    ...(hasFlavors ? ([[3, editFlavors] as const, [6, editFlavor] as const] as const) : []),
  ]);
  return change(draft, prng);
}

/** As YAML: some providers in those they are below, some by their names. */
export function rendered(
  { classes: own, traits: ownTraitsHere, providers, flavors }: FileDraft,
  prng: Prng,
  hasFlavors: boolean,
): string {
  const nested = new Set(
    providers.filter(
      ({ said: { parent } }) => providers.some(({ name }) => name === parent) && prng.chance(0.5),
    ),
  );
  // Those that are written in one another would be written nowhere.
  const isWritten = (provider: ProviderDraft, within: readonly ProviderDraft[]): boolean => {
    const parent = providers.find(({ name }) => name === provider.said.parent);
    if (!nested.has(provider) || parent === undefined) return true;
    return !within.includes(parent) && isWritten(parent, [...within, parent]);
  };
  const write = (provider: ProviderDraft): unknown => {
    const { parent, ...said } = provider.said;
    const children = providers
      .filter((each) => isNested(each) && each.said.parent === provider.name)
      .map(write);
    return {
      name: provider.name,
      ...said,
      ...(isNested(provider) || parent === undefined ? {} : { parent }),
      ...(children.length === 0 ? {} : { children }),
    };
  };
  const isNested = (provider: ProviderDraft) => nested.has(provider) && isWritten(provider, [provider]);
  return stringify({
    resource_classes: own,
    traits: ownTraitsHere,
    providers: providers.filter((each) => !isNested(each)).map(write),
    ...(hasFlavors ? { flavors: flavors.map(({ name, said }) => ({ name, ...said })) } : {}),
  });
}

function editProviders(draft: FileDraft, prng: Prng): FileDraft {
  const { providers } = draft;
  if (providers.length > 0 && prng.chance(0.5)) {
    const gone = prng.pick(providers);
    // Alone, or with all that are below it.
    const isAlone = prng.chance(0.5);
    const isGone = (each: ProviderDraft, depth = 0): boolean => {
      const parent = providers.find(({ name }) => name === each.said.parent);
      return each === gone || (!isAlone && parent !== undefined && depth < 9 && isGone(parent, depth + 1));
    };
    return { ...draft, providers: providers.filter((each) => !isGone(each)) };
  }
  const number = prng.below(providersMax);
  if (providers.some((each) => each.number === number)) return draft;
  const parent = prng.pick([null, ...providers.map(({ name }) => name)]);
  const added = newProvider(number, prng.chance(0.7) ? { parent } : {});
  return { ...draft, providers: prng.shuffled([...providers, added]) };
}

function editProvider(draft: FileDraft, prng: Prng): FileDraft {
  if (draft.providers.length === 0) return editProviders(draft, prng);
  const old = prng.pick(draft.providers);
  const others = draft.providers.map(({ name }) => name);
  const without = (member: keyof ProviderDraft['said']) => {
    const { [member]: _gone, ...said } = old.said;
    return { ...old, said };
  };
  const say = (said: ProviderDraft['said']) => ({ ...old, said: { ...old.said, ...said } });
  const changed = prng.weighted<() => ProviderDraft>([
    [2, () => (old.said.uuid === undefined ? old : { ...old, name: `p${old.number}-${prng.below(3)}` })],
    [5, () => say({ parent: prng.pick([null, ...others]) })],
    [3, () => say({ inventories: randomInventories(prng) })],
    [3, () => say({ traits: prng.some(traits, 0, 3) })],
    [2, () => say({ aggregates: prng.some(aggregates, 0, 2) })],
    [1, () => without(prng.pick(['parent', 'inventories', 'traits', 'aggregates']))],
  ])();
  // Whoever names it goes along.
  const named = (parent: string | null | undefined) => (parent === old.name ? changed.name : parent);
  return {
    ...draft,
    providers: draft.providers.map((each) => {
      if (each === old) return changed;
      const parent = named(each.said.parent);
      return parent === undefined ? each : { ...each, said: { ...each.said, parent } };
    }),
  };
}

function randomInventories(prng: Prng): Record<string, Record<string, number>> {
  return Object.fromEntries(
    prng.some(classes, 0, 3).map((name) => [
      name,
      {
        total: prng.between(4, 40),
        ...(prng.chance(0.4) ? { reserved: prng.below(4) } : {}),
        ...(prng.chance(0.3) ? { max_unit: prng.between(2, 40) } : {}),
        ...(prng.chance(0.3) ? { step_size: prng.between(1, 3) } : {}),
        ...(prng.chance(0.4) ? { allocation_ratio: prng.pick([1, 1.1, 1.5, 16]) } : {}),
      },
    ]),
  );
}

function editNames(draft: FileDraft, prng: Prng): FileDraft {
  return prng.chance(0.5)
    ? { ...draft, classes: prng.some(ownClasses, 1, 3) }
    : { ...draft, traits: prng.some(ownTraits, 1, 3) };
}

function editFlavors(draft: FileDraft, prng: Prng): FileDraft {
  const { flavors } = draft;
  if (flavors.length > 0 && prng.chance(0.3)) {
    const gone = prng.pick(flavors);
    return { ...draft, flavors: flavors.filter((each) => each !== gone) };
  }
  const number = prng.below(flavorsMax);
  if (flavors.some(({ name }) => name === `f${number}`)) return draft;
  const id = number % 2 === 0 ? { id: String(number) } : {};
  const said = { ...id, ram: prng.between(1, 3) * 512, vcpus: 1, disk: prng.below(2) };
  return { ...draft, flavors: [...flavors, { name: `f${number}`, said }] };
}

function editFlavor(draft: FileDraft, prng: Prng): FileDraft {
  if (draft.flavors.length === 0) return editFlavors(draft, prng);
  const old = prng.pick(draft.flavors);
  const { projects: _projects, ...isPublic } = old.said;
  const said: Readonly<Record<string, unknown>> = prng.weighted<() => Readonly<Record<string, unknown>>>([
    [3, () => ({ ...old.said, extra_specs: randomSpecs(prng) })],
    [2, () => ({ ...old.said, description: prng.pick([null, '', 'one', 'two']) })],
    [3, () => ({ ...old.said, public: false, projects: prng.some(projects, 0, 2) })],
    [1, () => ({ ...isPublic, public: true })],
    [
      2,
      () => ({ ...old.said, ...prng.pick([{ ram: 2048 }, { swap: 8 }, { rxtx_factor: 1.5 }, { disk: 7 }]) }),
    ],
  ])();
  return { ...draft, flavors: draft.flavors.map((each) => (each === old ? { ...old, said } : each)) };
}

function randomSpecs(prng: Prng): Record<string, unknown> {
  const values = { 'hw:cpu_policy': 'dedicated', 'own:number': 1.5, 'own:flag': true, 'own:text': 'a b' };
  return Object.fromEntries(prng.some(Object.entries(values), 0, 3));
}
