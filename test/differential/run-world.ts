import type { Request } from './exchange.ts';
import { generateWorld } from './generate-world.ts';
import { Look } from './look.ts';
import type { Outcome, Pair } from './pair.ts';
import { Prng } from './prng.ts';
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

type Step = { readonly number: number; readonly request: Request };

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
    for (const outcome of await this.#pair.bring(this.#world, how))
      this.#add(outcome, '--reads 0 --writes 0');
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
    if (this.#taken.length > 0) await this.#compareState();
  }

  async #step(number: number): Promise<void> {
    const prng = this.#prng(`step/${number}`);
    const isRead = prng.chance(0.15);
    const request = isRead
      ? generateRead(prng, this.#world)
      : await generateWrite(prng, this.#world, this.#look);
    this.#taken.push({ number, request });
    const outcome = await this.#pair.exchange(request);
    if (isRead) this.#report.reads += 1;
    else this.#report.writes += 1;
    this.#look.forget();
    this.#answered(outcome, this.#again(number));
    this.#add(outcome, this.#again(number));
    // After an unequal answer the two may hold different things, and all that follows would differ for that.
    const mayDiverge = !isRead && outcome.differences.length > 0;
    if (mayDiverge && (await this.#pair.compareState(this.#world)).length > 0) await this.build('restart');
  }

  /** At the end of the steps; a difference is traced to the step that made it. */
  async #compareState(): Promise<void> {
    const differing = await this.#pair.compareState(this.#world);
    if (differing.length === 0) return;
    const steps = this.#taken;
    const last = steps.at(-1) as Step;
    const findings = differing.flatMap((outcome) =>
      outcome.differences.map((difference) => ({
        ...outcome,
        difference,
        place: this.#place(this.#again(last.number)),
      })),
    );
    const isKnown = findings.every((finding) => !this.#report.isNew(finding));
    const cause = isKnown ? null : await this.#firstDiverging(steps);
    for (const finding of findings) {
      if (cause === null) this.#report.add(finding);
      else {
        const place = this.#place(this.#again(cause.number, steps));
        this.#report.add({ ...finding, place, cause: cause.request });
      }
    }
  }

  /** Takes the steps again, comparing all state after each. Null where the difference does not come again. */
  async #firstDiverging(steps: readonly Step[]): Promise<Step | null> {
    await this.build('restart');
    for (const step of steps) {
      await this.#pair.exchange(step.request);
      if ((await this.#pair.compareState(this.#world)).length > 0) return step;
    }
    return null;
  }

  /** The options that lead to a step: it, and those before it since the world was as built. */
  #again(number: number, steps: readonly Step[] = this.#taken): string {
    const first = steps[0]?.number ?? number;
    return `--steps ${first}-${number}`;
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
      this.#report.add({ ...outcome, difference, place: this.#place(options) });
    }
  }
}
