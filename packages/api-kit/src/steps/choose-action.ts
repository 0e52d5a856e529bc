import assert from 'node:assert/strict';
import type { Visit } from '../visit.ts';

/** Where the body says what is to be done: whether there is such an action. To stand behind `findMethod` and `readJson`. */
export function chooseAction(visit: Visit): void {
  const { offer, service, json } = visit;
  if (!(offer instanceof Map)) return;
  const { actions } = service.dialect;
  assert(actions !== undefined, 'a service with actions has a dialect that knows them');
  const name = actions.nameIn(json);
  const chosen = offer.get(name);
  if (chosen === undefined) throw actions.unknown(name);
  visit.offer = chosen;
}
