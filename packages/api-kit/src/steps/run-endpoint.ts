import { contextOf } from '../context-of.ts';
import type { Answer } from '../endpoint.ts';
import { turns } from '../turns.ts';
import type { Visit } from '../visit.ts';

export function runEndpoint(visit: Visit): Answer | Promise<Answer> {
  const { endpoint, found, input } = visit;
  const context = contextOf(visit);
  if (endpoint.takesTurns && turns.isRoundOver) {
    return turns.next().then(() => endpoint.run(context, found, input));
  }
  return endpoint.run(context, found, input);
}
