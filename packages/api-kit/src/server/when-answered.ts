import type { ApiResponse } from '../response.ts';

/**
 * Does something with an answer when it is there: at once if it is there at once, so that a service that does
 * not wait is not made to wait by what is wrapped around it.
 */
export function whenAnswered<Result>(
  answer: ApiResponse | Promise<ApiResponse>,
  use: (response: ApiResponse) => Result,
): Result | Promise<Result> {
  return answer instanceof Promise ? answer.then(use) : use(answer);
}
