import { badRequest } from '@berth/api-kit/http-error.ts';
import type { RefusalWords } from '../errors.ts';

/** What nobody knows is a mistake in the query here, wherever it stands. */
export const candidateWords: RefusalWords = {
  'class-not-found': (_, sentence) =>
    badRequest(`Invalid resource class in resources parameter: ${sentence}`),
  'traits-not-found': (_, sentence) => badRequest(sentence),
};
