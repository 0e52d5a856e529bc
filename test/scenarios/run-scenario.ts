import { buildWorld } from './build-world.ts';
import { checkAnswer, valueAt } from './check-answer.ts';
import type { Names } from './names.ts';
import type { Scenario, Step } from './scenario.ts';
import type { ScenarioAnswer, Target } from './target.ts';

/** A step whose answer is not as expected, by a difference that is known. */
export interface ExplainedStep {
  readonly explained: string;
  readonly problem: string;
}

export interface RunOptions {
  readonly names: Names;
  /** Whether the service is the original: steps marked as explained may then differ. */
  readonly isOriginal?: boolean;
}

/** Plays a scenario. The first answer that is not as expected ends it with an error that tells all about it. */
export async function runScenario(
  scenario: Scenario,
  target: Target,
  { names, isOriginal = false }: RunOptions,
): Promise<ExplainedStep[]> {
  names.capture('origin', target.origin);
  for (const { method, target: path, ...options } of buildWorld(scenario.world, names)) {
    const answer = await target.request(method, path, options);
    if (answer.status >= 300) {
      throw new Error(`${scenario.file}: ${scenario.name}: its world cannot be built: ${method} ${path}: ${answer.text}`);
    }
  }
  const differing: ExplainedStep[] = [];
  for (const [index, step] of scenario.steps.entries()) {
    const problem = await runStep(step, target, names);
    if (problem === null) continue;
    const told = `${scenario.file}: ${scenario.name}: step ${index + 1}, ${problem}`;
    if (!isOriginal || step.explained === null) throw new Error(told);
    differing.push({ explained: step.explained, problem: told });
  }
  return differing;
}

/** Null when all is as expected; else what is not. */
async function runStep(step: Step, target: Target, names: Names): Promise<string | null> {
  const path = String(names.fill(step.target));
  const answer = await target.request(step.method, path, {
    version: step.version,
    body: names.fill(step.body),
    headers: names.fill(step.headers),
  });
  const differences = checkAnswer(names.fill(step.expect), answer);
  for (const [name, from] of Object.entries(step.capture)) {
    const value = captured(answer, from);
    if (value === undefined) differences.push(`there is nothing at ${from} to capture as ${name}`);
    names.capture(name, value);
  }
  if (differences.length === 0) return null;
  return [
    `"${step.name}"`,
    `  ${step.method} ${path} at ${step.version ?? 'no version'}`,
    ...differences.map((difference) => `  - ${difference}`),
    `  The answer: ${answer.status} ${answer.text.slice(0, answerShownMax)}`,
  ].join('\n');
}

const answerShownMax = 1500;

/** From the body, or, with `headers.` before it, from the headers. */
function captured(answer: ScenarioAnswer, from: string): unknown {
  return from.startsWith('headers.') ? answer.headers[from.slice('headers.'.length)] : valueAt(answer.json, from);
}
