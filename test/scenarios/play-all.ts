import { Names } from './names.ts';
import { type ExplainedStep, runScenario } from './run-scenario.ts';
import type { Scenario } from './scenario.ts';
import type { Target } from './target.ts';

export interface Played {
  readonly failures: readonly string[];
  readonly explained: readonly ExplainedStep[];
}

/** Plays scenarios on a server one after the other, each after a reset that empties it. */
export async function playAll(
  scenarios: readonly Scenario[],
  server: { readonly target: Target; reset(): Promise<void> },
  isOriginal: boolean,
): Promise<Played> {
  const run = Date.now();
  const failures: string[] = [];
  const explained: ExplainedStep[] = [];
  for (const [index, scenario] of scenarios.entries()) {
    await server.reset();
    // Other uuids each time: the original keeps consumers that nobody can see or remove.
    const names = new Names(`${run} ${index}`);
    try {
      explained.push(...(await runScenario(scenario, server.target, { names, isOriginal })));
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  return { failures, explained };
}
