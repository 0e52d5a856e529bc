import { Search } from '@berth/engine/candidates/search.ts';
import { read } from '../endpoints.ts';
import { globalRequestId } from '../global-request-id.ts';
import { candidateWords } from './candidate-words.ts';
import { parseRequest } from './parse-request.ts';
import { shuffle } from './shuffle.ts';
import { candidatesCheck } from './query.ts';
import { candidatesJson, noCandidates } from './views.ts';

export const listCandidates = read({
  route: 'GET /allocation_candidates',
  since: '1.10',
  gives: 'json',
  policy: 'placement:allocation_candidates:list',
  takesTurns: true,
  answer: ({ world, query, version, features, app, caller, headers, requestId, now }) => {
    candidatesCheck.at(version)?.(query);
    const { request, limit } = parseRequest(query, features);
    const { candidatesMax, candidatesOrder, randomizesCandidates } = app.settings;
    const max = Math.min(limit ?? Infinity, candidatesMax ?? Infinity);
    let isCut = false;
    const search = new Search(world, request, {
      order: candidatesOrder,
      ...(randomizesCandidates ? { shuffle } : {}),
      onGivenUp: ({ id }) => {
        if (!isCut) app.onSearchCut();
        isCut = true;
        app.log?.warn({ requestId, root: id }, 'there may be more candidates at a tree that was given up');
      },
    });
    const body = candidatesJson(request, search, max, version);
    if (body === noCandidates) {
      const mayAskRoot = features.rootRequired;
      const asked = {
        request,
        limit,
        mayAskRoot,
        requestId,
        globalRequestId: globalRequestId(headers),
        caller,
      };
      void app.emptyAnswers.note(world, asked);
    }
    return { status: 200, body, lastModified: now };
  },
  words: candidateWords,
});
