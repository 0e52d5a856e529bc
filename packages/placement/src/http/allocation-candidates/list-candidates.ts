import type { Answer } from '@berth/api-kit/endpoint.ts';
import { paused } from '@berth/engine/candidates/work.ts';
import { read } from '../endpoints.ts';
import { candidateWords } from './candidate-words.ts';
import { CandidatesMaking, longSliceMs, shortSliceMs } from './candidates-making.ts';
import { longSearches } from './long-searches.ts';
import { candidatesCheck } from './query.ts';

/**
 * Answers at once what is found within a few milliseconds, as nearly everything is. What takes longer is gone on with in turns
 * with everything else, up to the budget of a search.
 */
export const listCandidates = read({
  route: 'GET /allocation_candidates',
  since: '1.10',
  gives: 'json',
  policy: 'placement:allocation_candidates:list',
  takesTurns: true,
  answer: (context) => {
    candidatesCheck.at(context.version)?.(context.query);
    // Where nothing can be gone on with, what is begun and not done with is lost.
    const making = new CandidatesMaking(context, longSearches.isFull ? shortSliceMs : longSliceMs);
    const body = making.make();
    return body === paused ? answerInTurns(making, context) : making.answer(body);
  },
  words: candidateWords,
});

type AnswerContext = ConstructorParameters<typeof CandidatesMaking>[0] & { readonly hasLeft: () => boolean };

async function answerInTurns(begun: CandidatesMaking, context: AnswerContext): Promise<Answer> {
  let making = begun;
  const beginAnew = () => (making = new CandidatesMaking(context));
  const body = await longSearches.goOn(begun, beginAnew, context.hasLeft);
  return body === null ? clientHasLeft : making.answer(body);
}

/** Nobody reads it but the access log, where a proxy would say the same. */
const clientHasLeft: Answer = { status: 499 };
