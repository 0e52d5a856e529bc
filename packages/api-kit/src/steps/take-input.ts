import { contextOf } from '../context-of.ts';
import type { Visit } from '../visit.ts';

/** What the endpoint takes of body and query, checked by itself. To stand behind `findEndpoint` and `readJson`. */
export function takeInput(visit: Visit): void | Promise<void> {
  const { endpoint } = visit;
  if (endpoint.input === undefined) return;
  const input = endpoint.input(visit.json, contextOf(visit));
  if (!(input instanceof Promise)) {
    visit.input = input;
    return;
  }
  return input.then((settled) => {
    visit.input = settled;
  });
}
