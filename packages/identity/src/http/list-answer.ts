import type { Answer } from '@berth/api-kit/endpoint.ts';
import { type IdentityContext, urlOf } from './endpoint.ts';

/**
 * A list as it is sent: `{"users": […], "links": {…}}`. It has no pages, as the original's have none; what is long is made while it is
 * sent, as fast as the client takes it, and others have their turn in between. Things never change, so it is of one moment all the same.
 */
export function listAnswer<Thing>(
  context: IdentityContext,
  path: string,
  key: string,
  things: readonly Thing[],
  show: (context: IdentityContext, thing: Thing) => object,
): Answer {
  const pieces = piecesOf(context, path, key, things, show);
  const { value: first = '' } = pieces.next();
  const second = pieces.next();
  if (second.done) return { status: 200, body: first };
  return { status: 200, body: encoded([first, second.value], pieces) };
}

/** In characters. */
const pieceMin = 64 * 1024;

function* piecesOf<Thing>(
  context: IdentityContext,
  path: string,
  key: string,
  things: readonly Thing[],
  show: (context: IdentityContext, thing: Thing) => object,
): Generator<string, undefined> {
  const links = { next: null, self: selfOf(context, path), previous: null };
  let text = `{${JSON.stringify(key)}: [`;
  for (const [index, thing] of things.entries()) {
    if (text.length >= pieceMin) {
      yield text;
      text = '';
    }
    text += `${index === 0 ? '' : ', '}${JSON.stringify(show(context, thing))}`;
  }
  yield `${text}], "links": ${JSON.stringify(links)}}`;
}

function* encoded(begun: readonly string[], rest: Iterable<string>): Generator<Uint8Array> {
  for (const text of begun) yield Buffer.from(text);
  for (const text of rest) yield Buffer.from(text);
}

function selfOf(context: IdentityContext, path: string): string {
  const { text } = context.query;
  return `${urlOf(context, path)}${text === '' ? '' : `?${text}`}`;
}
