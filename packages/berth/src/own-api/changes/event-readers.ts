import type { AwaitedBody } from '@berth/api-kit/response.ts';

/** Those who follow the events now: they are counted, and only so many are admitted. */
export class EventReaders {
  readonly #max: number;
  #count = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get count(): number {
    return this.#count;
  }

  /** The same events, with their reader counted until they end or are left; null when there are too many readers. */
  admit(events: AwaitedBody): AwaitedBody | null {
    if (this.#count >= this.#max) return null;
    this.#count++;
    let isCounted = true;
    const leave = (): void => {
      if (isCounted) this.#count--;
      isCounted = false;
    };
    return (unwanted) => counted(events(unwanted)[Symbol.asyncIterator](), leave);
  }
}

/** Not a generator: one that is left before it has begun does not notice it. */
function counted(events: AsyncIterator<Uint8Array>, leave: () => void): AsyncIterable<Uint8Array> {
  const iterator: AsyncIterator<Uint8Array> = {
    async next() {
      try {
        const next = await events.next();
        if (next.done) leave();
        return next;
      } catch (error) {
        leave();
        throw error;
      }
    },
    async return() {
      leave();
      return (await events.return?.()) ?? { done: true, value: undefined };
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}
