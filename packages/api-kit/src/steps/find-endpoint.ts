import type { PerVersion } from '../route-table.ts';
import type { Visit } from '../visit.ts';

/** What there is at this version. To stand behind `findMethod` and `negotiateVersion`, and behind `chooseAction` where there are actions. */
export function findEndpoint(visit: Visit): void {
  const { offer, version, service } = visit;
  // It is one of a list by now: of actions, one was chosen.
  const endpoint = version === undefined ? undefined : (offer as PerVersion | undefined)?.[version];
  if (endpoint === undefined) throw new Error('the endpoint was looked for before version and method');
  if (typeof endpoint === 'number') throw service.dialect.refusals.notAtThisVersion(endpoint);
  visit.endpoint = endpoint;
}
