import { wireNames } from '@berth/client/placement/inventories.ts';
import { inventoryFaults } from '@berth/client/placement/inventory-faults.ts';
import { quote } from '@berth/client/quote.ts';
import { suggestion } from '../../closest.ts';
import type { AskedProvider, CloudFile, Placed } from '../cloud-file.ts';
import type { CloudState, KnownProvider } from '../state/cloud-state.ts';
import { listChange, type Step } from '../step.ts';
import type { FutureProvider } from './future-providers.ts';
import { areSameInventories, inventoriesAfter } from './inventories-after.ts';

/** What hangs on providers: the inventories of all, then their traits, then their aggregates. */
export function planContents(
  providers: readonly FutureProvider[],
  { classes, traits }: CloudFile,
  state: CloudState,
  problems: string[],
): readonly Step[] {
  const knownClasses = new Set([...state.classes, ...classes.map(({ name }) => name)]);
  const knownTraits = new Set([...state.traits, ...traits.map(({ name }) => name)]);
  const asked = providers.flatMap(({ asked: provider, known }) =>
    provider === null ? [] : [{ provider, known }],
  );
  for (const { provider } of asked) {
    refuseUnknown(provider.inventories ?? [], 'resource class', 'resource_classes', knownClasses, problems);
    refuseUnknown(provider.traits ?? [], 'trait', 'traits', knownTraits, problems);
  }
  return [
    ...asked.flatMap(({ provider, known }) => inventoriesStep(provider, known, problems)),
    ...asked.flatMap(({ provider: { name, traits: wanted }, known }) =>
      listStep(
        'set-traits',
        name,
        known?.traits ?? [],
        wanted?.map((each) => each.name),
      ),
    ),
    ...asked.flatMap(({ provider: { name, aggregates }, known }) =>
      listStep('set-aggregates', name, known?.aggregates ?? [], aggregates),
    ),
  ];
}

function inventoriesStep(
  { name: provider, inventories: asked }: AskedProvider,
  known: KnownProvider | null,
  problems: string[],
): readonly Step[] {
  if (asked === undefined) return [];
  const before = known?.inventories ?? {};
  const after = inventoriesAfter(asked, before);
  for (const { name, place } of asked) {
    const inventory = after[name];
    const [fault] = inventory === undefined ? [] : inventoryFaults(inventory);
    if (fault !== undefined)
      problems.push(
        `${place}: with what is not said here and stays, ${wireNames[fault.member]} ${fault.text}`,
      );
  }
  if (areSameInventories(before, after)) return [];
  return [{ kind: 'set-inventories', provider, asked, before, after }];
}

function listStep(
  kind: 'set-traits' | 'set-aggregates',
  provider: string,
  before: readonly string[],
  after: readonly string[] | undefined,
): readonly Step[] {
  if (after === undefined) return [];
  const { added, removed } = listChange({ before, after });
  return added.length + removed.length === 0 ? [] : [{ kind, provider, before, after }];
}

/** What neither the cloud nor the file has is mostly misspelled. */
function refuseUnknown(
  used: readonly Placed[],
  noun: string,
  list: string,
  known: ReadonlySet<string>,
  problems: string[],
): void {
  for (const { name, place } of used) {
    if (known.has(name)) continue;
    const hint = suggestion(name, known) || `; a new one is made where '${list}' has it`;
    problems.push(`${place}: there is no ${noun} ${quote(name)}${hint}`);
  }
}
