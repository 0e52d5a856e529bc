import { quote } from '@berth/client/quote.ts';
import { suggestion } from '../../closest.ts';
import type { AskedProvider } from '../cloud-file.ts';
import { cycleFrom } from '../cycle-from.ts';
import type { KnownProvider } from '../state/cloud-state.ts';

/** A provider as it is to be: one of the cloud, of the file, or both. */
export interface FutureProvider {
  readonly name: string;
  readonly asked: AskedProvider | null;
  readonly known: KnownProvider | null;
  readonly parent: FutureProvider | null;
}

type Growing = { -readonly [Member in keyof FutureProvider]: FutureProvider[Member] };

/** All providers of the cloud with those of the file, each below the one that it is to be below. What cannot be is told with its place. */
export function futureProviders(
  asked: readonly AskedProvider[],
  known: readonly KnownProvider[],
  problems: string[],
): readonly FutureProvider[] {
  const byUuid = new Map(known.map((each) => [each.uuid, each]));
  const byName = new Map(known.map((each) => [each.name, each]));
  const meant = new Map<KnownProvider, AskedProvider>();
  const ofFile: Growing[] = asked.map((provider) => {
    const { name, uuid, place } = provider;
    const holder = byName.get(name);
    const found = uuid === undefined ? holder : byUuid.get(uuid);
    if (holder !== undefined && holder !== found)
      problems.push(`${place}: the name ${quote(name)} is that of the provider ${holder.uuid}`);
    const other = found === undefined ? undefined : meant.get(found);
    if (found !== undefined && other !== undefined)
      problems.push(`${place}: this and the one at ${other.place} are both the provider ${found.uuid}`);
    if (found !== undefined) meant.set(found, provider);
    return { name, asked: provider, known: found ?? null, parent: null };
  });
  const others: Growing[] = known
    .filter((each) => !meant.has(each))
    .map((each) => ({ name: each.name, asked: null, known: each, parent: null }));
  const all = [...ofFile, ...others];
  setParents(all, problems);
  refuseCycles(all, problems);
  return all;
}

/** How many are above it. */
export function depthOf(provider: FutureProvider): number {
  let depth = 0;
  for (let each = provider.parent; each !== null; each = each.parent) depth += 1;
  return depth;
}

/** The one above all others of its tree. */
export function rootOf(provider: FutureProvider): FutureProvider {
  let root = provider;
  while (root.parent !== null) root = root.parent;
  return root;
}

function setParents(all: readonly Growing[], problems: string[]): void {
  const byName = new Map(all.map((each) => [each.name, each]));
  const byUuid = new Map(all.flatMap((each) => (each.known === null ? [] : [[each.known.uuid, each]])));
  for (const provider of all) {
    const said = provider.asked?.parent;
    const above = provider.known?.parentUuid ?? null;
    if (said === undefined) {
      provider.parent = above === null ? null : (byUuid.get(above) ?? null);
    } else if (said !== null) {
      provider.parent = byName.get(said.name) ?? null;
      if (provider.parent === null)
        problems.push(
          `${said.place}: there is no provider ${quote(said.name)}${suggestion(said.name, byName.keys())}`,
        );
    }
  }
}

/** They are cut, so that whoever walks up comes to an end: nothing is planned then. */
function refuseCycles(all: readonly Growing[], problems: string[]): void {
  for (const provider of all) {
    const cycle = cycleFrom<FutureProvider>(provider, ({ parent }) => parent);
    if (cycle === null) continue;
    const place = cycle.find(({ asked }) => asked?.parent)?.asked?.parent?.place ?? '';
    const names = cycle.map(({ name }) => quote(name)).join(', ');
    problems.push(`${place}: these would be below one another: ${names}`);
    provider.parent = null;
  }
}
