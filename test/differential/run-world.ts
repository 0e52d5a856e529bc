import { Prng } from '@berth/testing/prng.ts';
import type { Difference } from './body-differences.ts';
import type { Answer, Request } from './exchange.ts';
import { generateWorld } from './generate-world.ts';
import { Look } from './look.ts';
import type { Outcome, Pair } from './pair.ts';
import { generateRead } from './reads.ts';
import type { Report } from './report.ts';
import type { World } from './world.ts';
import { generateWrite } from './writes.ts';

export type WorldPlan = {
  readonly seed: string;
  readonly number: number;
  /** Which reads to make, by number. Each is drawn on its own: leaving some out changes no other. */
  readonly reads: readonly number[];
  /** Which steps (writes, with reads between them) to make. A step depends on those before it. */
  readonly steps: readonly number[];
};

/** Builds one world in both servers, reads it, changes it step by step, and reports what differs. */
export async function runWorld(pair: Pair, plan: WorldPlan, report: Report): Promise<void> {
  const world = generateWorld(new Prng(`${plan.seed}/${plan.number}/world`));
  const run = new WorldRun(pair, plan, world, report);
  await run.build('reset');
  for (const number of plan.reads) await run.read(number);
  await run.steps();
  report.worlds += 1;
}

/** The options that only build a world and compare what both then hold. */
const asBuilt = '--reads 0 --writes 0';

type Step = { readonly number: number; readonly request: Request; readonly a: Answer };

class WorldRun {
  readonly #pair: Pair;
  readonly #plan: WorldPlan;
  readonly #world: World;
  readonly #report: Report;
  readonly #look: Look;
  /** The steps since the world was last as built. */
  #taken: Step[] = [];

  constructor(pair: Pair, plan: WorldPlan, world: World, report: Report) {
    this.#pair = pair;
    this.#plan = plan;
    this.#world = world;
    this.#report = report;
    this.#look = new Look(pair.a.peer);
  }

  async build(how: 'reset' | 'restart'): Promise<void> {
    for (const outcome of await this.#pair.bring(this.#world, how)) this.#add(outcome, asBuilt);
    this.#taken = [];
    this.#look.forget();
  }

  async read(number: number): Promise<void> {
    const request = generateRead(this.#prng(`read/${number}`), this.#world);
    const outcome = await this.#pair.exchange(request);
    this.#report.reads += 1;
    this.#answered(outcome, `--read ${number}`);
    this.#add(outcome, `--read ${number}`);
  }

  async steps(): Promise<void> {
    for (const number of this.#plan.steps) await this.#step(number);
    // Without reads and steps, what is asked for is the world as built.
    if (this.#taken.length > 0 || this.#plan.reads.length === 0) await this.#compareState();
  }

  async #step(number: number): Promise<void> {
    const prng = this.#prng(`step/${number}`);
    const isRead = prng.chance(0.15);
    const request = isRead
      ? generateRead(prng, this.#world)
      : await generateWrite(prng, this.#world, this.#look);
    const outcome = await this.#pair.exchange(request);
    this.#taken.push({ number, request, a: outcome.a });
    if (isRead) this.#report.reads += 1;
    else this.#report.writes += 1;
    this.#look.forget();
    this.#answered(outcome, this.#again(number));
    this.#add(outcome, this.#again(number));
    // After an unequal answer the two may hold different things, and all that follows would differ for that.
    if (!isRead && isMoreThanHeaders(outcome) && (await this.#isDiverged())) await this.build('restart');
  }

  async #isDiverged(): Promise<boolean> {
    return (await this.#pair.compareState(this.#world)).some(isMoreThanHeaders);
  }

  /** At the end of the steps; a difference that is new is traced to the step that made it. */
  async #compareState(): Promise<void> {
    const steps = this.#taken;
    const findings = findingsIn(await this.#pair.compareState(this.#world)).map((finding) => ({
      ...finding,
      place: this.#place(this.#again(steps.at(-1)?.number)),
      earlier: steps,
    }));
    if (findings.every((finding) => !this.#report.isNew(finding))) {
      for (const finding of findings) this.#report.add(finding);
      return;
    }
    const origins = await this.#origins(steps, new Set(findings.map(keyOf)));
    for (const finding of findings) {
      const step = origins.get(keyOf(finding));
      const place = this.#place(this.#again(step?.number, steps));
      this.#report.add(
        step === undefined ? { ...finding, place } : { ...finding, place, cause: step.request },
      );
    }
  }

  /** Takes the steps again, comparing all state after each. What is there before the first has no origin. */
  async #origins(steps: readonly Step[], wanted: ReadonlySet<string>): Promise<Map<string, Step>> {
    const missing = new Set(wanted);
    const origins = new Map<string, Step>();
    await this.build('restart');
    for (const finding of findingsIn(await this.#pair.compareState(this.#world)))
      missing.delete(keyOf(finding));
    for (const step of steps) {
      if (missing.size === 0) break;
      await this.#pair.exchange(step.request);
      for (const finding of findingsIn(await this.#pair.compareState(this.#world))) {
        if (missing.delete(keyOf(finding))) origins.set(keyOf(finding), step);
      }
    }
    return origins;
  }

  /** The options that lead to a step: it, and those before it since the world was as built. */
  #again(number: number | undefined, steps: readonly Step[] = this.#taken): string {
    return number === undefined ? asBuilt : `--steps ${steps[0]?.number ?? number}-${number}`;
  }

  #prng(purpose: string): Prng {
    return new Prng(`${this.#plan.seed}/${this.#plan.number}/${purpose}`);
  }

  #place(options: string): { seed: string; world: number; options: string } {
    return { seed: this.#plan.seed, world: this.#plan.number, options };
  }

  #answered(outcome: Outcome, options: string): void {
    this.#report.answered(outcome.request, outcome.a, this.#place(options));
  }

  #add(outcome: Outcome, options: string): void {
    for (const difference of outcome.differences) {
      this.#report.add({ ...outcome, difference, place: this.#place(options), earlier: this.#taken });
    }
  }
}

const isMoreThanHeaders = ({ differences }: Outcome): boolean =>
  differences.some(({ where }) => !where.startsWith('header'));

type StateFinding = Outcome & { readonly difference: Difference };

function findingsIn(outcomes: readonly Outcome[]): StateFinding[] {
  return outcomes.flatMap((outcome) => outcome.differences.map((difference) => ({ ...outcome, difference })));
}

const keyOf = ({ request, difference }: StateFinding): string => `${request.path} ${difference.where}`;
