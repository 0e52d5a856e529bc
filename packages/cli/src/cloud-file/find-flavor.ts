import { quote } from '@berth/client/quote.ts';
import type { AskedFlavor } from './cloud-file.ts';
import type { KnownFlavor } from './state/cloud-state.ts';

/** The flavor that the file means: by its id, if it has that, else by its name. Where these are two flavors, that is a problem. */
export function findFlavor(
  { id, name, place }: AskedFlavor,
  known: readonly KnownFlavor[],
  problems: string[] = [],
): KnownFlavor | null {
  const byName = known.find((each) => each.name === name) ?? null;
  const byId = known.find((each) => each.id === id) ?? null;
  if (byId !== null && byName !== null && byId !== byName)
    problems.push(`${place}: the name ${quote(name)} is that of the flavor ${byName.id}`);
  return byId ?? byName;
}
