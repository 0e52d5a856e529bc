import { badRequest } from '@berth/api-kit/http-error.ts';
import type { Candidate } from '@berth/engine/candidates/candidate.ts';
import { search } from '@berth/engine/candidates/search.ts';
import { summarised } from '@berth/engine/candidates/summaries.ts';
import { read } from '../endpoints.ts';
import { parseRequest } from './parse-request.ts';
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
    const max = Math.min(limit ?? Infinity, app.settings.candidatesMax ?? Infinity);
    const candidates: Candidate[] = search(world, request).take(max).toArray();
    const asked = new Set(request.groups.flatMap(({ resources }) => [...resources.keys()]));
    const body = candidatesJson(candidates, summarised(candidates, request.allowsNested), asked, version);
    return { status: 200, body, lastModified: now };
  },
  words: {
    'class-not-found': (_, sentence) =>
      badRequest(`Invalid resource class in resources parameter: ${sentence}`),
    'traits-not-found': (_, sentence) => badRequest(sentence),
  },
});
