import type { ProviderId } from '@berth/engine/ids.ts';
import type { WholeProvider } from './placement-record.ts';

/**
 * Each root followed by its tree, parents before children; roots and siblings in the order in which they were made, and by id
 * where that is the same. So the first so many of them are in this order by themselves, too.
 */
export function* treeOrder<Provider extends WholeProvider>(
  providers: Iterable<Provider>,
): Generator<Provider> {
  const childrenOf = Map.groupBy(providers, ({ provider }) => provider.parentId);
  const ahead = lastFirst(childrenOf.get(null));
  for (let next = ahead.pop(); next; next = ahead.pop()) {
    yield next;
    const { id } = next.provider;
    for (const child of lastFirst(childrenOf.get(id))) ahead.push(child);
    childrenOf.delete(id);
  }
  childrenOf.delete(null);
  for (const [parentId, siblings] of childrenOf) for (const lost of siblings) throw lostIn(lost, parentId);
}

function lastFirst<Provider extends WholeProvider>(siblings: readonly Provider[] = []): Provider[] {
  return siblings.toSorted((a, b) => {
    const [one, other] = [a.provider, b.provider];
    return other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1);
  });
}

function lostIn({ provider }: WholeProvider, parentId: ProviderId | null): Error {
  return new Error(
    `provider ${provider.id} (${provider.name}) is below ${parentId}, which does not exist or is below it`,
  );
}
