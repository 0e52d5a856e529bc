import { isDeepStrictEqual } from 'node:util';
import { differenceOf } from '@berth/testing/difference-of.ts';
import { Prng } from '@berth/testing/prng.ts';
import type { Answered, Asked, Side } from './asked.ts';
import { drawRequest } from './draw.ts';
import { Known } from './drawn-parts.ts';
import { explanationOf } from './explained.ts';
import { masked } from './masked.ts';
import { Named } from './named.ts';

export interface Plan {
  readonly seed: string;
  readonly requests: number;
  readonly perRound: number;
  /** Only this round. */
  readonly round?: number;
  /** After each round: so many requests were compared. */
  readonly onRound?: (requests: number) => void;
}

export interface Finding {
  readonly round: number;
  readonly request: Asked;
  readonly original: unknown;
  readonly ours: unknown;
}

export interface Report {
  readonly requests: number;
  readonly findings: readonly Finding[];
  /** How often each difference that is meant to be was met. */
  readonly explained: ReadonlyMap<string, number>;
  /** How many answers of each status. */
  readonly statuses: ReadonlyMap<number, number>;
}

/** Random requests to both; what they answer says the same. */
export async function comparison(
  plan: Plan,
  original: Side,
  ours: Side,
  tell: (text: string) => void,
): Promise<Report> {
  const findings: Finding[] = [];
  const explained = new Map<string, number>();
  const statuses = new Map<number, number>();
  let requests = 0;
  for (let round = plan.round ?? 1; requests < plan.requests; round++) {
    const random = new Prng(`${plan.seed} ${round}`);
    const known = new Known();
    const sides = [await begun(original, known), await begun(ours, new Known())] as const;
    let isOver = false;
    for (let count = 0; !isOver && count < plan.perRound && requests < plan.requests; count++) {
      const request = drawRequest(random, known);
      const [theirs, own] = [await asked(sides[0], request), await asked(sides[1], request)];
      requests++;
      statuses.set(own.status, (statuses.get(own.status) ?? 0) + 1);
      isOver = leavesLimits(request, theirs, known);
      learn(request, known, [sides[0].named, theirs], [sides[1].named, own]);
      const { path } = request;
      const [shownTheirs, shownOwn] = [shown(sides[0].named, theirs, path), shown(sides[1].named, own, path)];
      if (isDeepStrictEqual(shownTheirs, shownOwn)) continue;
      const why = explanationOf(request, theirs, own);
      if (why === null) {
        findings.push({ round, request, original: shownTheirs, ours: shownOwn });
        const texts = [JSON.stringify(shownTheirs), JSON.stringify(shownOwn)] as const;
        const [shownOfTheirs, shownOfOwn] = differenceOf(...texts);
        tell(
          `round ${round}, request ${count + 1}: ${request.method} ${request.path} ${JSON.stringify(request.body)?.slice(0, 400) ?? ''} as ${request.token ?? 'nobody'} about ${request.subject ?? 'none'}\n  original ${shownOfTheirs}\n  ours     ${shownOfOwn}\n`,
        );
      } else explained.set(why, (explained.get(why) ?? 0) + 1);
      // All that follows would differ for that.
      if (theirs.status !== own.status && request.method !== 'GET' && request.method !== 'HEAD') break;
    }
    plan.onRound?.(requests);
    if (plan.round !== undefined) break;
  }
  return { requests, findings, explained, statuses };
}

/** At the original, limits of a domain that is gone stay, and are about nothing: ours go with it (docs/identity.md). */
function leavesLimits({ method, path }: Asked, { status }: Answered, known: Known): boolean {
  const hasLimits = known.of('registered').length > 0;
  return hasLimits && method === 'DELETE' && status === 204 && path.startsWith('/v3/domains/');
}

interface Begun {
  readonly side: Side;
  readonly named: Named;
}

async function begun(side: Side, known: Known): Promise<Begun> {
  const world = await side.reset();
  const named = new Named(world);
  for (const name of world.keys()) known.add(name.split('-')[0] ?? '', name);
  for (const [name, called, scope] of [
    ['admin', 'admin', ofProject('admin')],
    ['demo', 'demo', ofProject('demo')],
    ['admin', 'system', { system: { all: true } }],
  ] as const) {
    const user = { name, domain: { id: 'default' }, password: 'secret' };
    const { headers } = await side.ask({
      method: 'POST',
      path: '/v3/auth/tokens',
      body: {
        auth: {
          identity: { methods: ['password'], password: { user } },
          scope,
        },
      },
    });
    named.learn(`token-${called}`, headers['x-subject-token'] ?? '');
    known.add('token', `token-${called}`);
  }
  // What every catalog has.
  const token = named.filled('{token-admin}');
  for (const words of ['services', 'endpoints'] as const) {
    const { body } = await side.ask({ method: 'GET', path: `/v3/${words}`, token });
    const things = (body as Record<string, { id: string; type?: string; interface?: string }[]>)[words] ?? [];
    for (const { id, type, interface: through } of things)
      named.learn(words === 'services' ? `service-${type}` : `endpoint-${through}`, id);
  }
  return { side, named };
}

function ofProject(name: string): object {
  return { project: { name, domain: { id: 'default' } } };
}

async function asked({ side, named }: Begun, request: Asked): Promise<Answered> {
  return side.ask(named.filled(request));
}

/** What both have made has a name from now on. */
function learn(
  { path, method }: Asked,
  known: Known,
  ...answers: readonly (readonly [Named, Answered])[]
): void {
  if (method !== 'POST' || answers.some(([, { status }]) => status !== 201)) return;
  const words = path.includes('application_credentials') ? 'application_credential' : '';
  const kind = path.startsWith('/v3/auth/tokens')
    ? 'token'
    : words
      ? 'credential'
      : (/^\/v3\/(?:registered_)?([a-z]+)s$/.exec(path)?.[1] ?? '');
  if (kind === '') return;
  const isRegistered = path === '/v3/registered_limits';
  const ids = answers.map(([, { body, headers }]) => {
    if (kind === 'token') return [headers['x-subject-token'] ?? ''];
    const made = body as Record<string, Made | readonly Made[]>;
    // Limits are made several at a time.
    return [made[words || kind] ?? made[path.replace('/v3/', '')] ?? []].flat().map(({ id = '' }) => id);
  });
  for (const index of ids[0]?.keys() ?? []) {
    const name = known.next(isRegistered ? 'registered' : kind);
    for (const [side, [named]] of answers.entries()) named.learn(name, ids[side]?.[index] ?? '');
    known.add(isRegistered ? 'registered' : kind, name);
  }
}

interface Made {
  readonly id?: string;
}

function shown(named: Named, { status, headers, body }: Answered, path: string): object {
  return {
    status,
    challenge: headers['www-authenticate'] !== undefined,
    vary: headers['vary'],
    hasToken: headers['x-subject-token'] !== undefined,
    body: masked(named.masked(body), path),
  };
}
