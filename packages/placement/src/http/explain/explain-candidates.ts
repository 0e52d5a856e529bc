import type { Answer } from '@berth/api-kit/endpoint.ts';
import { json, read } from '../endpoints.ts';
import { candidatesCheck } from '../allocation-candidates/query.ts';
import { parseRequest } from '../allocation-candidates/parse-request.ts';
import { candidateWords } from '../allocation-candidates/candidate-words.ts';
import { explainInTurns } from './explain-in-turns.ts';
import type { CutSearch } from '../allocation-candidates/cut-searches.ts';
import { explanationText } from './explanation-text.ts';
import { explanationView } from './explanation-view.ts';

/** Whoever may ask for candidates may ask why there are none; only some are told the names of providers. */
export const explainCandidates = read({
  route: 'GET /berth/v1/explain/allocation_candidates',
  since: '1.10',
  gives: 'json or text',
  policy: 'placement:allocation_candidates:list',
  takesTurns: true,
  answer: async ({ world, query, version, features, app, caller, mediaType, now }): Promise<Answer> => {
    candidatesCheck.at(version)?.(query);
    const { request, limit } = parseRequest(query, features);
    const { deadlineMs, nearestMax, relaxationsMax } = app.settings.explain;
    const explainer = { clock: app.clock, changeNumber: app.changeNumber };
    const { explanation } = await explainInTurns(explainer, world, request, {
      deadlineMs,
      nearestMax,
      relaxationsMax,
      candidatesMax: 1000,
      mayAskRoot: features.rootRequired,
    });
    const explained = { request, limit, explanation };
    const cut = app.cutSearches.get(query.text);
    const seesProviders = app.policy.allows('berth:explain:providers', caller);
    if (mediaType === 'application/json') {
      const view = explanationView(explained, seesProviders);
      return json(cut ? { ...view, search: cutView(cut) } : view, { lastModified: now });
    }
    const body = explanationText(explained, seesProviders) + (cut ? cutText(cut) : '');
    return { status: 200, body, contentType: 'text/plain; charset=utf-8', lastModified: now };
  },
  words: candidateWords,
});

/** The search for this very query has lately ended at its budget, so that it gave fewer candidates than there may be. */
function cutView({ requestId, steps }: CutSearch) {
  return { is_cut: true, steps, request_id: requestId };
}

function cutText({ requestId, steps }: CutSearch): string {
  return `\nThe search for this query was ended after ${steps} steps, at its budget, and may have missed candidates (${requestId}).\n`;
}
