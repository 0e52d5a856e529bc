import type { Answer } from '@berth/api-kit/endpoint.ts';
import { listAnswer as answerOf } from '@berth/api-kit/list-answer.ts';
import { type IdentityContext, urlOf } from './endpoint.ts';

/** A list as it is sent: `{"users": […], "links": {…}}`. It has no pages, as the original's have none. */
export function listAnswer<Thing>(
  context: IdentityContext,
  path: string,
  key: string,
  things: readonly Thing[],
  show: (context: IdentityContext, thing: Thing) => object,
): Answer {
  const links = { next: null, self: selfOf(context, path), previous: null };
  return answerOf(key, things, (thing) => show(context, thing), { links });
}

function selfOf(context: IdentityContext, path: string): string {
  const { text } = context.query;
  return `${urlOf(context, path)}${text === '' ? '' : `?${text}`}`;
}
