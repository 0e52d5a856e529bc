import { isUuid } from '@berth/client/is-uuid.ts';
import { providerNameFault } from '@berth/client/placement/provider-name.ts';
import { quote } from '@berth/client/quote.ts';
import { readInventory } from '@berth/client/yaml/read-inventory.ts';
import type { YamlReport } from '@berth/client/yaml/yaml-report.ts';
import { listAt, mappingAt, memberOf } from '@berth/client/yaml/yaml-shape.ts';
import type { YamlMapping, YamlTree } from '@berth/client/yaml/yaml-tree.ts';
import type { AskedInventory, AskedProvider, Placed } from '../cloud-file.ts';
import { cycleFrom } from '../cycle-from.ts';
import { namesMember, refuseUnknown, textMember } from './read-member.ts';
import { refuseRepeated } from './refuse-repeated.ts';

const providersMax = 10_000;
const members = ['name', 'uuid', 'parent', 'inventories', 'traits', 'aggregates', 'children'];

/** The providers of a file, nested ones behind those they are in. Undefined where it has no such list. */
export function readProviders(file: YamlMapping, report: YamlReport): readonly AskedProvider[] | undefined {
  const tree = memberOf(file, 'providers');
  if (tree === undefined) return undefined;
  const providers: AskedProvider[] = [];
  readList(tree, "'providers'", undefined, providers, report);
  if (providers.length > providersMax)
    report.error(tree.offset, `there are ${providers.length} providers; ${providersMax} are allowed`);
  refuseRepeated(providers, 'provider', ({ name, uuid }) => ({ name, uuid }), report);
  refuseCycles(providers, report);
  return providers;
}

function readList(
  tree: YamlTree,
  what: string,
  parent: Placed | undefined,
  found: AskedProvider[],
  report: YamlReport,
): void {
  for (const item of listAt(tree, what, report) ?? []) {
    const mapping = mappingAt(item, 'a provider', report);
    if (mapping === null) continue;
    refuseUnknown(mapping, 'a provider', members, report);
    const provider = readProvider(mapping, parent, report);
    if (provider !== null) found.push(provider);
    const children = memberOf(mapping, 'children');
    // What is wrong with those below is told, too, where this one has no name.
    if (children !== undefined)
      readList(
        children,
        "'children'",
        provider ?? { name: '', place: report.place(item.offset) },
        found,
        report,
      );
  }
}

function readProvider(
  mapping: YamlMapping,
  parent: Placed | undefined,
  report: YamlReport,
): AskedProvider | null {
  const place = report.place(mapping.offset);
  const uuid = readUuid(mapping, report);
  const asked = {
    uuid,
    parent: readParent(mapping, parent, report),
    inventories: readInventories(mapping, report),
    traits: namesMember(mapping, 'traits', report),
    aggregates: readAggregates(mapping, report),
  };
  const name = textMember(mapping, 'name', report);
  if (name === undefined) {
    if (!mapping.members.has('name')) report.error(mapping.offset, "a provider has a 'name'");
    return null;
  }
  const fault = providerNameFault(name);
  if (fault !== null) report.errorAt(place, fault);
  return { name, place, ...asked };
}

function readUuid(mapping: YamlMapping, report: YamlReport): string | undefined {
  const text = textMember(mapping, 'uuid', report)?.toLowerCase();
  if (text !== undefined && !isUuid(text))
    report.error(mapping.members.get('uuid')?.tree.offset ?? 0, `${quote(text)} is no uuid`);
  return text;
}

/** The provider it is written in, or the one that it names; null where it says that there is none. */
function readParent(
  mapping: YamlMapping,
  around: Placed | undefined,
  report: YamlReport,
): Placed | null | undefined {
  const tree = memberOf(mapping, 'parent');
  if (tree === undefined) return around;
  if (around !== undefined) {
    report.error(tree.offset, "a provider that is written in another one's 'children' has that parent");
    return around;
  }
  if (tree.kind === 'scalar' && tree.value === null) return null;
  const name = textMember(mapping, 'parent', report);
  return name === undefined ? undefined : { name, place: report.place(tree.offset) };
}

function readInventories(mapping: YamlMapping, report: YamlReport): readonly AskedInventory[] | undefined {
  const tree = memberOf(mapping, 'inventories');
  const classes = tree === undefined ? null : mappingAt(tree, "'inventories'", report);
  if (classes === null) return undefined;
  return [...classes.members].flatMap(([name, member]) => {
    const fields = readInventory(member.tree, report);
    return fields === null ? [] : [{ name, place: report.place(member.offset), fields }];
  });
}

function readAggregates(mapping: YamlMapping, report: YamlReport): readonly string[] | undefined {
  const found = namesMember(mapping, 'aggregates', report);
  const ids = found?.map(({ name, place }) => {
    const id = name.toLowerCase();
    if (!isUuid(id)) report.errorAt(place, `an aggregate is a uuid, and not ${quote(name)}`);
    return id;
  });
  // However they are written, they are the same uuid.
  return ids === undefined ? undefined : [...new Set(ids)];
}

function refuseCycles(providers: readonly AskedProvider[], report: YamlReport): void {
  // One without a name is told of elsewhere.
  const named = providers.filter(({ name }) => name !== '');
  const byName = new Map(named.map((provider) => [provider.name, provider]));
  for (const { name, parent } of providers) {
    const cycle = cycleFrom(name, (each) => byName.get(each)?.parent?.name);
    // It is told once, where the first of them stands.
    if (cycle !== null && parent && cycle.toSorted()[0] === name)
      report.errorAt(parent.place, `these would be below one another: ${cycle.map(quote).join(', ')}`);
  }
}
