/**
 * Pages of lists as they were sent. Things are never changed but replaced, so a page of the very same things is the same page: to know that takes a
 * look at each, where to put its encodings together copies all of them. What lists are watched for does mostly not happen.
 */
export class KeptPages<Thing extends object> {
  readonly #pages = new Map<string, Page<Thing>>();
  #bytes = 0;

  /** The page of these things; undefined where one of them is another than it was. `key`: who looks, and how, and what is on the page besides. */
  of(key: string, things: readonly Thing[]): Uint8Array | undefined {
    const page = this.#pages.get(key);
    if (page?.things.length !== things.length) return undefined;
    return page.things.every((thing, index) => thing === things[index]) ? page.body : undefined;
  }

  keep(key: string, things: readonly Thing[], body: Uint8Array): void {
    this.#bytes += body.length - (this.#pages.get(key)?.body.length ?? 0);
    this.#pages.set(key, { things, body });
    if (this.#bytes <= bytesMax && this.#pages.size <= pagesMax) return;
    this.#pages.clear();
    this.#bytes = 0;
  }
}

interface Page<Thing> {
  readonly things: readonly Thing[];
  readonly body: Uint8Array;
}

/** Some 30 pages of a thousand migrations; then all are forgotten, and those that are still asked for come again. */
const bytesMax = 16 * 1024 * 1024;
const pagesMax = 256;
