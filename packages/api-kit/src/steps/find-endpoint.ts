import assert from 'node:assert/strict';
import type { PerVersion } from '../route-table.ts';
import type { Visit } from '../visit.ts';

/** What there is at this version. To stand behind `findMethod` and `negotiateVersion`, and behind `chooseAction` where there are actions. */
export function findEndpoint(visit: Visit): void {
  const { offer, version, service } = visit;
  // It is one of a list by now: of actions, one was chosen.
  const endpoint = version === undefined ? undefined : (offer as PerVersion | undefined)?.[version];
  assert(endpoint !== undefined, 'version and method are known before the endpoint');
  if (typeof endpoint === 'number') throw service.dialect.refusals.notAtThisVersion(endpoint);
  visit.endpoint = endpoint;
}
