import { ask } from '../ask.ts';
import { ServiceError } from '../service-error.ts';
import { listOf, members, optional, type Shape, text } from '../shape.ts';
import type { Transport } from '../transport.ts';

/** A list of Nova's, as it is asked for page by page. */
export interface AskedList<Said> {
  /** With the filters. */
  readonly path: string;
  readonly version: string;
  /** What the list is called in an answer. */
  readonly key: string;
  readonly shape: Shape<Said>;
  /** What a marker says: where the next page begins. */
  readonly markerOf: (said: Said) => string;
  /** As many as a page may have; Nova may give fewer. */
  readonly pageSize?: number;
}

/** Nova's own limit, unless it is set otherwise. */
const usualPageSize = 1000;
const attemptsMax = 5;

/**
 * What is picked of a whole list; what is not picked is forgotten with its page. A list whose last thing was gone when the next page was
 * asked for is read from its beginning again.
 */
export async function listAll<Said, Picked>(
  transport: Transport,
  asked: AskedList<Said>,
  pick: (said: Said) => Picked | null,
): Promise<Picked[]> {
  for (let attempt = 1; ; attempt += 1) {
    const picked: Picked[] = [];
    try {
      for await (const said of everyThing(transport, asked)) {
        const each = pick(said);
        if (each !== null) picked.push(each);
      }
      return picked;
    } catch (error) {
      if (!(error instanceof MarkerGone) || attempt === attemptsMax) throw error;
    }
  }
}

/** The thing behind which a page was to begin is not there any more. */
class MarkerGone extends Error {}

async function* everyThing<Said>(
  transport: Transport,
  { path, version, key, shape, markerOf, pageSize = usualPageSize }: AskedList<Said>,
): AsyncGenerator<Said> {
  const page = members({ [key]: listOf(shape), [`${key}_links`]: optional(listOf(members({ rel: text }))) });
  const first = `${path}${path.includes('?') ? '&' : '?'}limit=${pageSize}`;
  for (let marker: string | null = null; ; ) {
    const behind: string = marker === null ? '' : `&marker=${encodeURIComponent(marker)}`;
    const request = { method: 'GET', path: `${first}${behind}`, version } as const;
    const answer = await ask(transport, request, page).catch((error: unknown) => {
      const isGone = error instanceof ServiceError && error.status === 400 && marker !== null;
      throw isGone ? new MarkerGone(error.message, { cause: error }) : error;
    });
    // One of the two is the list; the links are only looked for.
    const things = answer[key] as Said[];
    yield* things;
    const last = things.at(-1);
    if (last === undefined || answer[`${key}_links`] === undefined) return;
    marker = markerOf(last);
  }
}
