import type { Answer } from './endpoint.ts';

/**
 * A list as it is sent: `{"flavors": […], …}`. There may be any number of things, or a thing may be half a megabyte; so what is long is made
 * while it is sent, as fast as the client takes it, and others have their turn in between. Things never change, so it is of one moment all the same.
 */
export function listAnswer<Thing>(
  key: string,
  things: readonly Thing[],
  show: (thing: Thing) => object,
  more: object = {},
): Answer {
  const pieces = piecesOf(key, things, show, more);
  const { value: first, done } = pieces.next();
  const second = done ? undefined : pieces.next();
  if (second === undefined || second.done) return { status: 200, body: first ?? '' };
  return { status: 200, body: encoded([first ?? '', second.value], pieces) };
}

/** In characters. */
const pieceMin = 128 * 1024;

function* piecesOf<Thing>(
  key: string,
  things: readonly Thing[],
  show: (thing: Thing) => object,
  more: object,
): Generator<string, undefined> {
  let text = `{${JSON.stringify(key)}:[`;
  for (const [index, thing] of things.entries()) {
    if (text.length >= pieceMin) {
      yield text;
      text = '';
    }
    text += `${index === 0 ? '' : ','}${JSON.stringify(show(thing))}`;
  }
  const rest = JSON.stringify(more).slice(1);
  yield `${text}]${rest === '}' ? '' : ','}${rest}`;
}

function* encoded(begun: readonly string[], rest: Iterable<string>): Generator<Uint8Array> {
  for (const text of begun) yield Buffer.from(text);
  for (const text of rest) yield Buffer.from(text);
}
