import {
  type ApiResponse,
  type AwaitedBody,
  bodyBytes,
  isAwaited,
  isLazy,
  type LazyBody,
} from '../response.ts';

export interface Sent {
  /** Of the body, as far as the connection has taken them. */
  readonly bytes: number;
  /** False where a body that is made while it is sent was not made to its end, or was told to come to it. */
  readonly isWhole: boolean;
}

/**
 * Does something with an answer when all of it is made: at once, but for a body that is made while it is sent when it
 * has been sent, or left because nobody wants the rest of it.
 */
export function whenSent(
  answer: ApiResponse | Promise<ApiResponse>,
  use: (response: ApiResponse, sent: Sent) => void,
): ApiResponse | Promise<ApiResponse> {
  return answer instanceof Promise ? answer.then((response) => watch(response, use)) : watch(answer, use);
}

function watch(response: ApiResponse, use: (response: ApiResponse, sent: Sent) => void): ApiResponse {
  const { body } = response;
  const tell = (sent: Sent): void => use(response, sent);
  if (isLazy(body)) return { ...response, body: watched(body, tell) };
  if (isAwaited(body)) return { ...response, body: watchedAwaited(body, tell) };
  tell({ bytes: bodyBytes(body), isWhole: true });
  return response;
}

/** Not a generator: one that is left before its first chunk does not notice it. */
function watched(body: LazyBody, tell: (sent: Sent) => void): LazyBody {
  return {
    ...(body.byteLength === undefined ? {} : { byteLength: body.byteLength }),
    [Symbol.iterator]() {
      const chunks = body[Symbol.iterator]();
      const tally = new Tally(tell);
      return {
        next() {
          tally.seenToLast();
          try {
            return tally.made(chunks.next(), true);
          } catch (error) {
            tally.end(false);
            throw error;
          }
        },
        return() {
          try {
            return chunks.return?.() ?? { done: true, value: undefined };
          } finally {
            tally.end(false);
          }
        },
      };
    },
  };
}

function watchedAwaited(body: AwaitedBody, tell: (sent: Sent) => void): AwaitedBody {
  return (unwanted) => ({
    [Symbol.asyncIterator]() {
      const chunks = body(unwanted)[Symbol.asyncIterator]();
      const tally = new Tally(tell);
      return {
        async next() {
          tally.seenToLast();
          try {
            return tally.made(await chunks.next(), !unwanted.aborted);
          } catch (error) {
            tally.end(false);
            throw error;
          }
        },
        async return() {
          try {
            return (await chunks.return?.()) ?? { done: true, value: undefined };
          } finally {
            tally.end(false);
          }
        },
      };
    },
  });
}

/** Counts what is sent of one body, and tells once. */
class Tally {
  readonly #tell: (sent: Sent) => void;
  #bytes = 0;
  /** Made, but maybe not taken: whoever asks for the next chunk has seen to the one before. */
  #pending = 0;
  #isTold = false;

  constructor(tell: (sent: Sent) => void) {
    this.#tell = tell;
  }

  seenToLast(): void {
    this.#bytes += this.#pending;
    this.#pending = 0;
  }

  made(next: IteratorResult<Uint8Array>, isWhole: boolean): IteratorResult<Uint8Array> {
    if (next.done) this.end(isWhole);
    else this.#pending = next.value.length;
    return next;
  }

  end(isWhole: boolean): void {
    if (this.#isTold) return;
    this.#isTold = true;
    this.#tell({ bytes: this.#bytes, isWhole });
  }
}
