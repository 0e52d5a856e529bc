import { berthCommand, type ComparedSource, startCompared } from './compared-server.ts';
import { explained } from './explained.ts';
import { startOracle } from './oracle.ts';
import { Pair } from './pair.ts';
import { Report } from './report.ts';
import { runWorld, type WorldPlan } from './run-world.ts';

export type DifferentialPlan = {
  readonly worlds: readonly WorldPlan[];
  readonly source: ComparedSource;
  readonly jobs: number;
  readonly secondsMax: number;
};

export type DifferentialResult = {
  readonly report: Report;
  /** What kept a job from going on; the report then tells of the part that was run. */
  readonly problems: readonly unknown[];
};

/** Runs all worlds, on several pairs of servers at a time. */
export async function differential(
  plan: DifferentialPlan,
  announce: (text: string) => void,
): Promise<DifferentialResult> {
  const report = new Report(explained, commandFor(plan.source), announce);
  const waiting = [...plan.worlds];
  const endsAt = Date.now() + plan.secondsMax * 1000;
  const job = async (): Promise<void> => {
    const pair = await startPair(plan.source);
    try {
      for (let next = waiting.shift(); next !== undefined && Date.now() < endsAt; next = waiting.shift()) {
        await runWorld(pair, next, report);
        announce(`seed ${next.seed}, world ${next.number} done. So far: ${report.lastLine()}\n`);
      }
    } finally {
      await Promise.all([pair.a.stop(), pair.b.stop()]);
    }
  };
  // A running server cannot be given to two jobs.
  const jobs = plan.source.kind === 'url' ? 1 : Math.min(plan.jobs, plan.worlds.length);
  const outcomes = await Promise.allSettled(Array.from({ length: jobs }, job));
  const problems = outcomes.flatMap((outcome): unknown[] =>
    outcome.status === 'rejected' ? [outcome.reason] : [],
  );
  return { report, problems };
}

async function startPair(source: ComparedSource): Promise<Pair> {
  const [a, b] = await Promise.allSettled([startOracle(0), startCompared(source)]);
  if (a.status === 'fulfilled' && b.status === 'fulfilled') {
    return new Pair(a.value, b.value, source.kind === 'oracle');
  }
  for (const started of [a, b]) if (started.status === 'fulfilled') await started.value.stop();
  throw a.status === 'rejected' ? a.reason : (b as PromiseRejectedResult).reason;
}

function commandFor(source: ComparedSource): string {
  const command = 'node_modules/.bin/node test/differential/run.ts';
  switch (source.kind) {
    case 'oracle':
      return `${command} --b-oracle`;
    case 'url':
      return `${command} --b-url ${source.url}`;
    default:
      return source.command === berthCommand() ? command : `${command} --b-cmd '${source.command}'`;
  }
}
