import { Prng } from '@berth/testing/prng.ts';
import { fittingBody } from './fitting-body.ts';
import { badFraming } from './framing.ts';
import { jsonNode, jsonText, spoilt } from './json-node.ts';
import { largeBody } from './large-body.ts';
import { oddHeaders } from './odd-headers.ts';
import { nested, oddJson } from './odd-json.ts';
import { oddQuery, queried } from './odd-query.ts';
import { asAdmin, asJson, atVersion, type Header, requestBytes, type WireRequest } from './request-bytes.ts';
import { allPaths, allRoutes, anyVersion, filled, methods, oddlyFilled } from './targets.ts';
import { type Asked, type Expectation, type Step, sending, type Trial } from './trial.ts';
import type { World } from './world.ts';

export interface TrialSource {
  readonly seed: string;
  readonly world: World;
  /** The largest body, in bytes; above the server's limit there will be some that are too large. */
  readonly largestBody: number;
}

/** The trial with this number: always the same for the same seed, but for generations. */
export function generateTrial(source: TrialSource, number: number): Trial {
  const prng = new Prng(`${source.seed}/${number}`);
  return prng.weighted(kinds)(prng, source);
}

const kinds: readonly (readonly [number, (prng: Prng, source: TrialSource) => Trial])[] = [
  [140, (prng, { world }) => answered('any method', anyMethod(prng, world))],
  [280, (prng, { world }) => answered('odd JSON', withOddJson(prng, world))],
  [60, (prng, { world }) => answered('no JSON', withNoJson(prng, world))],
  [130, (prng, { world }) => answered('odd path', withOddPath(prng, world))],
  [170, (prng, { world }) => answered('odd query', withOddQuery(prng, world))],
  [110, (prng, { world }) => answered('odd headers', withOddHeaders(prng, world))],
  [60, (prng, { world }) => badFraming(prng, world)],
  [20, (prng, { world }) => pipelined(prng, world)],
  [15, (prng, { world }) => inPieces(prng, world)],
  [15, (prng, { world }) => abandoned(prng, world)],
  [2, (prng, { world }) => stalled(prng, world)],
  [1, (prng, { world }) => flooding(prng, world)],
  [4, (prng, source) => large(prng, source)],
];

function answered(kind: string, request: WireRequest): Trial {
  const expects: Expectation = isClear(request)
    ? { kind: 'answers', asked: [askedIn(request)] }
    : { kind: 'some-answer' };
  return sending(kind, requestBytes(request), expects);
}

/** HTTP knows no other characters in a target, and this server no longer heads; it may hang up on the rest. */
function isClear(request: WireRequest): boolean {
  const { body: _, ...head } = request;
  return /^[!-~]*$/.test(request.target) && requestBytes(head).length < 65_000;
}

function askedIn({ method, target, headers }: WireRequest): Asked {
  const accepts = headers.filter(([name]) => name === 'accept').map(([, value]) => value);
  return { method, target, accept: accepts.length === 0 ? undefined : accepts.join(', ') };
}

/** Every method on every path, at any version. */
function anyMethod(prng: Prng, world: World): WireRequest {
  const method = prng.pick(methods);
  const path = prng.pick(allPaths);
  const body = fittingBody(prng, `${method} ${path}`, world);
  const headers = [asAdmin, atVersion(anyVersion(prng))];
  const target = filled(prng, path, world);
  if (body === null && prng.chance(0.8)) return { method, target, headers };
  return { method, target, headers: [...headers, asJson], body: Buffer.from(JSON.stringify(body ?? {})) };
}

const bodiedRoutes = allRoutes.filter((route) => /^(POST|PUT)/.test(route));

function withBody(prng: Prng, world: World, bodyFor: (route: string) => Buffer): WireRequest {
  const route = prng.pick(bodiedRoutes);
  const [method = '', path = ''] = route.split(' ');
  const headers = [asAdmin, asJson, atVersion(anyVersion(prng))];
  return { method, target: filled(prng, path, world), headers, body: bodyFor(route) };
}

function withOddJson(prng: Prng, world: World): WireRequest {
  return withBody(prng, world, (route) => {
    let node = jsonNode(fittingBody(prng, route, world) ?? {});
    const times = prng.weighted([
      [6, 1],
      [3, 2],
      [1, 5],
    ]);
    for (let time = 0; time < times; time += 1) node = spoilt(prng, node, () => oddJson(prng));
    return Buffer.from(jsonText(node));
  });
}

function withNoJson(prng: Prng, world: World): WireRequest {
  return withBody(prng, world, (route) => {
    const text = JSON.stringify(fittingBody(prng, route, world) ?? {});
    const bytes = Buffer.from(text);
    return prng.weighted([
      [3, () => bytes.subarray(0, prng.below(bytes.length))],
      [3, () => withByte(bytes, prng.below(bytes.length), prng.below(256))],
      [2, () => Buffer.from(Array.from({ length: prng.below(300) }, () => prng.below(256)))],
      [1, () => Buffer.from(`${text}${prng.pick([text, ',', '}', '\u0000', ' x'])}`)],
      [1, () => Buffer.from(`\ufeff${text}`)],
      [1, () => Buffer.from(text, 'utf16le')],
      [1, () => Buffer.from(nested(prng))],
      [1, () => Buffer.from('name=x&uuid=y')],
      [1, () => Buffer.from(' \t\r\n'.repeat(prng.between(1, 500)))],
    ])();
  });
}

function withByte(bytes: Buffer, at: number, byte: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = byte;
  return changed;
}

function withOddPath(prng: Prng, world: World): WireRequest {
  const target = oddlyFilled(prng, prng.pick(allPaths), world);
  const headers = [asAdmin, atVersion(anyVersion(prng))];
  const method = prng.pick(['GET', 'GET', 'PUT', 'DELETE', 'POST']);
  if (method === 'GET' || prng.chance(0.5)) return { method, target, headers };
  return { method, target, headers: [...headers, asJson], body: Buffer.from('{}') };
}

function withOddQuery(prng: Prng, world: World): WireRequest {
  const path = prng.chance(0.8) ? prng.pick(queried) : filled(prng, prng.pick(allPaths), world);
  // What is allowed in a query depends on the version; the newest allows the most.
  const version = prng.chance(0.5) ? '1.39' : anyVersion(prng);
  return {
    method: 'GET',
    target: `${path}?${onTheWire(oddQuery(prng, world))}`,
    headers: [asAdmin, atVersion(version)],
  };
}

/** A target ends where a space is; these two would end it too. */
const onTheWire = (query: string): string => query.replaceAll(' ', '%20').replaceAll('#', '%23');

function withOddHeaders(prng: Prng, world: World): WireRequest {
  const request = prng.chance(0.5) ? anyMethod(prng, world) : withOddJson(prng, world);
  const odd = oddHeaders(prng);
  const replaced = new Set(odd.map(([name]) => name));
  const kept = request.headers.filter(([name]) => !replaced.has(name));
  // Who refuses a head that is too long does not know that it was a HEAD.
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  return { ...request, method, headers: shuffledHeaders(prng, [...kept, ...odd]) };
}

function shuffledHeaders(prng: Prng, headers: readonly Header[]): Header[] {
  const some = headers.filter(() => !prng.chance(0.05));
  return headers.length > 20 ? some : prng.shuffled(some);
}

/** Several requests at once, the later ones before the earlier ones are answered. */
function pipelined(prng: Prng, world: World): Trial {
  const make = [anyMethod, withOddJson, withOddPath, withOddQuery];
  const requests = Array.from({ length: prng.between(2, 20) }, () => prng.pick(make)(prng, world)).filter(
    isClear,
  );
  return sending('pipelined', Buffer.concat(requests.map(requestBytes)), {
    kind: 'answers',
    asked: requests.map(askedIn),
  });
}

/** A request in small pieces, slowly; perhaps from a client that hangs up its side after it. */
function inPieces(prng: Prng, world: World): Trial {
  const request = prng.pick([anyMethod, withOddJson])(prng, world);
  const bytes = requestBytes(request);
  const cuts = Array.from({ length: prng.between(1, 6) }, () => prng.below(bytes.length)).sort(
    (one, other) => one - other,
  );
  const steps: Step[] = [0, ...cuts].flatMap((start, index): Step[] => [
    { do: 'send', bytes: bytes.subarray(start, cuts[index]) },
    { do: 'wait', ms: prng.between(0, 20) },
  ]);
  if (prng.chance(0.5)) steps.push({ do: 'end' });
  return { kind: 'in pieces', steps, expects: { kind: 'answers', asked: [askedIn(request)] } };
}

/** A client that leaves: in the middle of its request, or before the answer to one that changes nothing. */
function abandoned(prng: Prng, world: World): Trial {
  const isWhole = prng.chance(0.5);
  const bytes = requestBytes(isWhole ? withOddQuery(prng, world) : needingBody(prng, world));
  const sent = isWhole ? bytes : bytes.subarray(0, prng.below(bytes.length));
  return {
    kind: 'abandoned',
    steps: [
      { do: 'send', bytes: sent },
      { do: 'wait', ms: prng.below(5) },
      { do: prng.chance(0.5) || isWhole ? 'abort' : 'end' },
    ],
    expects: { kind: 'nothing' },
  };
}

/** A client that asks and asks, and leaves in the middle of the answers. */
function flooding(prng: Prng, world: World): Trial {
  const target = filled(prng, prng.pick(allPaths), world);
  const headers = [asAdmin, atVersion(anyVersion(prng))];
  const bytes = Buffer.concat(Array(6_000).fill(requestBytes({ method: 'GET', target, headers })));
  return {
    kind: 'flooding',
    steps: [{ do: 'send', bytes }, { do: 'wait', ms: prng.below(200) }, { do: 'abort' }],
    expects: { kind: 'nothing' },
  };
}

/** A trait, and from 1.7 on a class, is made by its name in the path alone, whatever is sent with it, and however much of that. */
function needingBody(prng: Prng, world: World): ReturnType<typeof withOddJson> {
  let request = withOddJson(prng, world);
  while (/^\/(traits|resource_classes)\//.test(request.target)) request = withOddJson(prng, world);
  return request;
}

/** A client that never sends the rest of its body, to an endpoint that needs it. */
function stalled(prng: Prng, world: World): Trial {
  const request = needingBody(prng, world);
  const bytes = requestBytes({
    ...request,
    body: Buffer.concat([request.body ?? Buffer.of(), Buffer.from(' ')]),
  });
  return sending('stalled', bytes.subarray(0, -1), { kind: 'timeout' });
}

function large(prng: Prng, { world, largestBody }: TrialSource): Trial {
  return answered(
    'large body',
    withBody(prng, world, (route) => largeBody(prng, route, world, largestBody)),
  );
}
