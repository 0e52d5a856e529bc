import type { PlaceHints, PlaceSearch } from '../scheduler/place-request.ts';
import type { Server } from './server.ts';

/** What a server that is there asks of another host: all that was asked for it when it was made, but for where that was to be. */
export function searchOf(
  { groupId, image, hints }: Pick<Server, 'groupId' | 'image' | 'hints'>,
  asked: Pick<PlaceSearch, 'ignoredHosts'> & { readonly host: string | null },
): PlaceSearch {
  const { host, ignoredHosts } = asked;
  return {
    diskFormat: image?.diskFormat ?? null,
    forced: null,
    requested: host === null ? null : { host, nodeName: null },
    hints: { groupId, ...(hints ?? noHints) },
    ignoredHosts,
  };
}

const noHints = { sameHosts: [], differentHosts: [], others: {} } as const;

/** What is kept of hints with a server, besides its group: nothing where nothing was said. */
export function keptHints({ sameHosts, differentHosts, others }: PlaceHints): Pick<Server, 'hints'> {
  const isEmpty = sameHosts.length + differentHosts.length + Object.keys(others).length === 0;
  return isEmpty ? {} : { hints: { sameHosts, differentHosts, others } };
}
