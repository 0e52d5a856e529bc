import { badRequest } from '@berth/api-kit/http-error.ts';
import { Search } from '@berth/engine/candidates/search.ts';
import { read } from '../endpoints.ts';
import { parseRequest } from './parse-request.ts';
import { shuffle } from './shuffle.ts';
import { candidatesCheck } from './query.ts';
import { candidatesJson } from './views.ts';

export const listCandidates = read({
  route: 'GET /allocation_candidates',
  since: '1.10',
  gives: 'json',
  policy: 'placement:allocation_candidates:list',
  answer: ({ world, query, version, features, app, now }) => {
    candidatesCheck.at(version)?.(query);
    const { request, limit } = parseRequest(query, features);
    const { candidatesMax, candidatesOrder, randomizesCandidates } = app.settings;
    const max = Math.min(limit ?? Infinity, candidatesMax ?? Infinity);
    const search = new Search(world, request, {
      order: candidatesOrder,
      ...(randomizesCandidates ? { shuffle } : {}),
    });
    return { status: 200, body: candidatesJson(request, search, max, version), lastModified: now };
  },
  words: {
    'class-not-found': (_, sentence) =>
      badRequest(`Invalid resource class in resources parameter: ${sentence}`),
    'traits-not-found': (_, sentence) => badRequest(sentence),
  },
});
