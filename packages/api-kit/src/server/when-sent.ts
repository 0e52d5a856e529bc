import { type ApiResponse, bodyBytes, isLazy, type LazyBody } from '../response.ts';

export interface Sent {
  /** Of the body, as far as the connection has taken them. */
  readonly bytes: number;
  /** False where a lazy body was not made to its end. */
  readonly isWhole: boolean;
}

/**
 * Does something with an answer when all of it is made: at once, but for a lazy body when it has been sent, or left
 * because nobody wants the rest of it.
 */
export function whenSent(
  answer: ApiResponse | Promise<ApiResponse>,
  use: (response: ApiResponse, sent: Sent) => void,
): ApiResponse | Promise<ApiResponse> {
  return answer instanceof Promise ? answer.then((response) => watch(response, use)) : watch(answer, use);
}

function watch(response: ApiResponse, use: (response: ApiResponse, sent: Sent) => void): ApiResponse {
  const { body } = response;
  if (isLazy(body)) return { ...response, body: watched(body, (sent) => use(response, sent)) };
  use(response, { bytes: bodyBytes(body), isWhole: true });
  return response;
}

/** Not a generator: one that is left before its first chunk does not notice it. */
function watched(body: LazyBody, tell: (sent: Sent) => void): LazyBody {
  return {
    ...(body.byteLength === undefined ? {} : { byteLength: body.byteLength }),
    [Symbol.iterator]() {
      const chunks = body[Symbol.iterator]();
      let bytes = 0;
      /** Made, but maybe not taken: whoever asks for the next chunk has seen to the one before. */
      let pending = 0;
      let isTold = false;
      const end = (isWhole: boolean): void => {
        if (isTold) return;
        isTold = true;
        tell({ bytes, isWhole });
      };
      return {
        next() {
          bytes += pending;
          pending = 0;
          try {
            const next = chunks.next();
            if (next.done) end(true);
            else pending = next.value.length;
            return next;
          } catch (error) {
            end(false);
            throw error;
          }
        },
        return() {
          try {
            return chunks.return?.() ?? { done: true, value: undefined };
          } finally {
            end(false);
          }
        },
      };
    },
  };
}
