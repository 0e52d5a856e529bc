import type { ApiRequest } from '../request.ts';
import type { ApiResponse } from '../response.ts';

/** A whole service: a request goes in, its answer comes out; at once, where nothing has to be waited for. */
export type Handle = (request: ApiRequest) => ApiResponse | Promise<ApiResponse>;

/**
 * Does something with the answer, when it is there: at once if it is there at once, so that a service that
 * does not wait is not made to wait by those wrapped around it.
 */
export function whenAnswered<Result>(
  answer: ApiResponse | Promise<ApiResponse>,
  use: (response: ApiResponse) => Result,
): Result | Promise<Result> {
  return answer instanceof Promise ? answer.then(use) : use(answer);
}
