import { Prng } from '@berth/testing/prng.ts';
import type { Difference } from '../differential/body-differences.ts';
import { type Answer, jsonOf, type Request } from '../differential/exchange.ts';
import { compare } from './compare.ts';
import type { Draft } from './draft.ts';
import { dress, ownPaths, plain } from './dress.ts';
import { allocationsOfAll } from './explained.ts';
import { masked } from './masked.ts';
import { mistreat } from './mistreat.ts';
import type { ComparedNoun } from './noun.ts';
import { PairedIds, type Side } from './paired-ids.ts';
import type { Finding, Report } from './report.ts';
import type { Holdings } from './sides/holdings.ts';
import type { ComparedSide } from './sides/side.ts';
import { spoil } from './spoil.ts';

export interface RoundPlan {
  readonly seed: string;
  readonly number: number;
  readonly nouns: readonly ComparedNoun[];
  readonly requests: number;
  /** How many of the requests are spoiled, from 0 to 1. */
  readonly spoiled: number;
  /** How the round is seen again. */
  readonly again: string;
}

export interface Pair {
  /** Null where ours is asked alone: then only what fails is found. */
  readonly original: ComparedSide | null;
  readonly ours: ComparedSide;
  /** Told of every exchange with ours. */
  readonly onExchange?: (request: Request, answer: Answer) => void;
}

/** Draws requests, one after the other, sends them to both sides, and reports what differs. It begins with empty worlds. */
export async function runRound(pair: Pair, plan: RoundPlan, report: Report): Promise<void> {
  await Promise.all([pair.original?.reset(), pair.ours.reset()]);
  const round = new Round(pair, plan, report);
  await round.begin();
  for (let index = 0; index < plan.requests; index += 1) if (!(await round.step(index))) break;
  await round.compareState();
  report.rounds += 1;
}

class Round {
  readonly #pair: Pair;
  readonly #plan: RoundPlan;
  readonly #report: Report;
  readonly #ids = new PairedIds();
  #haveParted = false;
  /** Whether something was done since hosts have counted what is on them. */
  #haveHostsChanged = true;

  constructor(pair: Pair, plan: RoundPlan, report: Report) {
    this.#pair = pair;
    this.#plan = plan;
    this.#report = report;
  }

  async begin(): Promise<void> {
    for (const { begin = [], settles } of this.#plan.nouns) {
      for (const draft of begin) {
        // Something can be done only with what is there.
        if (settles && draft.path.endsWith('/action') && this.#pair.original !== null) await this.#settle();
        await this.#exchange(`begin: ${draft.route}`, plain(draft));
      }
    }
    // Where ours is alone, what is to be done is there to be asked for.
    if (this.#pair.original !== null) await this.#settle();
  }

  /** False where the two sides may hold different things from here on: all that follows would differ for that. */
  async step(index: number): Promise<boolean> {
    const { seed, number, nouns, spoiled } = this.#plan;
    const prng = new Prng(`${seed}/${number}/${index}`);
    const noun = prng.pick(nouns);
    const draft = noun.draw(prng, this.#ids);
    if (draft.turn && this.#pair.original !== null) await this.#turnHost(draft.turn);
    const request = dress(prng, draft, noun.seams);
    const asked = prng.chance(spoiled) && this.#maySpoil(draft) ? this.#spoiled(prng, request) : request;
    if (asked !== request) this.#report.spoiled += 1;
    if (noun.knowsHosts && draft.choosesHost && this.#haveHostsChanged) {
      await this.#pair.original?.countOnHosts?.();
      this.#haveHostsChanged = false;
    }
    const { isSame, isDone } = await this.#exchange(draft.route, asked);
    if (asked.method === 'GET' || asked.method === 'HEAD') return true;
    if (isDone) this.#haveHostsChanged = true;
    if (noun.settles) await this.#settle(noun);
    if (!isSame) this.#haveParted = true;
    else if (noun.settles && isDone) await this.#compareRest(asked);
    return !this.#haveParted;
  }

  /** How things stand when all is done that was asked for: what is told of it, and who holds what in Placement. */
  async #compareRest(asked: Request): Promise<void> {
    const { original, ours } = this.#pair;
    if (original === null) return;
    this.#report.rests += 1;
    const before = this.#report.unexplained;
    const looks = this.#plan.nouns.flatMap((noun) => noun.rest?.(this.#ids) ?? []);
    for (const draft of [migrationsOfAll, ...looks]) {
      await this.#compared(`rest: ${draft.route}`, plain(draft), asked);
    }
    const [theirs, own] = await Promise.all([original.holdings(), ours.holdings()]);
    const [a, b] = [this.#shownHoldings(0, theirs), this.#shownHoldings(1, own)];
    const request = { method: 'GET', path: allocationsOfAll, headers: {} };
    this.#note({ route: 'rest: allocations', request, after: asked, original: a, ours: b }, compare(a, b));
    if (this.#report.unexplained > before) this.#haveParted = true;
  }

  #shownHoldings(side: Side, holdings: Holdings): Answer {
    const shown = [...holdings].map(([consumer, byHost]) => [
      consumer,
      this.#knowsHosts ? byHost : Object.values(byHost),
    ]);
    const text = JSON.stringify(Object.fromEntries(shown));
    return { status: 200, headers: {}, text: this.#ids.mask(side, text) };
  }

  #maySpoil({ isKept }: Draft): boolean {
    return isKept !== true || this.#pair.original === null;
  }

  /** What is beyond clients' mistakes is asked of ours alone. */
  #spoiled(prng: Prng, request: Request): Request {
    return this.#pair.original === null && prng.chance(0.5) ? mistreat(prng, request) : spoil(prng, request);
  }

  async compareState(): Promise<void> {
    if (this.#haveParted) return;
    for (const noun of this.#plan.nouns) {
      for (const draft of noun.state?.(this.#ids) ?? []) await this.#look(draft);
      for (const draft of noun.closely?.(this.#ids) ?? []) await this.#look(draft);
    }
  }

  async #look(draft: Draft): Promise<void> {
    await this.#exchange(`state: ${draft.route}`, plain(draft));
  }

  async #turnHost({ host, to }: NonNullable<Draft['turn']>): Promise<void> {
    const { original, ours } = this.#pair;
    await Promise.all([original?.turnHost(host, to), ours.turnHost(host, to)]);
    await this.#settle();
  }

  /** Until both have done all that they were asked for. */
  async #settle({ counts = false }: Pick<ComparedNoun, 'counts'> = {}): Promise<void> {
    const { original, ours } = this.#pair;
    await Promise.all([original?.settle(), ours.settle()]);
    if (counts) await original?.countOnHosts?.();
  }

  async #exchange(route: string, request: Request): Promise<Compared> {
    this.#report.requests += 1;
    return this.#compared(route, request);
  }

  /** `after`: what was done before, where that is what it is about. */
  async #compared(route: string, request: Request, after?: Request): Promise<Compared> {
    const original = await this.#ask(0, request);
    if (original !== null) await this.#offerIds(original);
    const before = this.#pair.ours.changes?.();
    const ours = await this.#ask(1, request);
    const hasWritten = this.#pair.ours.changes?.() !== before;
    if (original === null) this.#ids.newIn(ours);
    if ((original === null || isGood(original)) && isGood(ours))
      this.#ids.learn(jsonOf(original ?? ours), jsonOf(ours), request.path);
    const [a, b] = [this.#masked(0, original ?? ours), this.#masked(1, ours)];
    this.#report.answered(route, original ?? ours);
    const differences = original === null ? failureOf(request, b, hasWritten) : compare(a, b);
    this.#note({ route, request, original: a, ours: b, ...(after ? { after } : {}) }, differences);
    return { isSame: differences.every(({ where }) => where.startsWith('header')), isDone: isGood(ours) };
  }

  #note(what: Omit<Finding, 'round' | 'again' | 'difference'>, differences: readonly Difference[]): void {
    const { number: round, again } = this.#plan;
    for (const difference of differences) this.#report.add({ ...what, round, again, difference });
  }

  /** What the original has made, shown or not, is what ours is to make. */
  async #offerIds(original: Answer): Promise<void> {
    const shown = this.#ids.newIn(original);
    const servers = (await this.#pair.original?.serversMade?.()) ?? [];
    const others = shown.filter((id) => !servers.includes(id));
    this.#pair.ours.offerIds?.([...servers.flatMap((id) => [id, crypto.randomUUID()]), ...others]);
  }

  async #ask(side: 0, request: Request): Promise<Answer | null>;
  async #ask(side: 1, request: Request): Promise<Answer>;
  async #ask(side: Side, request: Request): Promise<Answer | null> {
    const asked = side === 0 ? this.#pair.original : this.#pair.ours;
    if (asked === null) return null;
    const { pathname } = new URL(asked.base);
    const base = pathname === '/' || request.path.startsWith(ownPaths) ? '' : pathname;
    const path = `${base}${this.#ids.fill(side, request.path)}`;
    const body = request.body === undefined ? {} : { body: this.#ids.fill(side, request.body) };
    const sent = { ...request, path, ...body };
    const answer = await asked.send(sent);
    if (side === 0 && answer.status === 0) {
      throw new Error(`the original does not answer ${request.method} ${path}: ${answer.text}`);
    }
    if (side === 1) this.#pair.onExchange?.(sent, answer);
    return answer;
  }

  #masked(side: Side, answer: Answer): Answer {
    const { base } = side === 0 && this.#pair.original !== null ? this.#pair.original : this.#pair.ours;
    return masked(answer, side, base, this.#ids, { showsHosts: this.#knowsHosts });
  }

  get #knowsHosts(): boolean {
    return this.#plan.nouns.every(({ knowsHosts }) => knowsHosts);
  }
}

/** Migrations hold something, too, and are known from here. */
const migrationsOfAll: Draft = { route: 'GET /os-migrations', method: 'GET', path: '/os-migrations' };

interface Compared {
  /** Whether both have said the same. */
  readonly isSame: boolean;
  readonly isDone: boolean;
}

const isGood = ({ status }: Answer): boolean => status >= 200 && status < 300;

/** What nobody may be answered with, whatever they ask. */
function failureOf({ method }: Request, { status, text }: Answer, hasWritten: boolean) {
  if (status === 0 || status >= 500) return [{ where: 'status', a: 'no 5xx', b: `${status} ${text}` }];
  const isWrite = method !== 'GET' && method !== 'HEAD' && status < 400;
  return hasWritten && !isWrite
    ? [{ where: 'ledger', a: 'unchanged', b: `changed, and ${status} ${text}` }]
    : [];
}
