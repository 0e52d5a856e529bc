import { type Query, type Service, textAt, type Thing, thingsAt } from './service.ts';

export interface PagesOf {
  /** The member of the answer that is the list: 'servers'. */
  readonly list: string;
  /** The member with the links to further pages: 'servers_links', unless told. */
  readonly links?: string;
  /** What the marker of the next page is: the last one's id, unless told. */
  readonly marker?: (last: Thing) => string;
}

/** All that a list has, page by page: a limit that was asked for is kept, and of -1 or none there is no end. */
export async function pageThrough(
  service: Service,
  path: string,
  query: Query,
  limit: number | undefined,
  { list, links = `${list}_links`, marker = (last) => textAt(last, 'id') }: PagesOf,
): Promise<readonly Thing[]> {
  const found: Thing[] = [];
  let page = query;
  for (;;) {
    const left = limit === undefined || limit < 0 ? undefined : limit - found.length;
    const answer = await service.get(path, { ...page, limit: left });
    const things = thingsAt(answer, list);
    found.push(...things);
    const last = things.at(-1);
    const hasMore = thingsAt(answer, links).some((link) => link['rel'] === 'next');
    const isEnough = limit !== undefined && limit >= 0 && found.length >= limit;
    if (last === undefined || !hasMore || isEnough) return found;
    page = { ...query, marker: marker(last) };
  }
}
