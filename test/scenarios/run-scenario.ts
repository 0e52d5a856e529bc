import { buildWorld } from './build-world.ts';
import { checkAnswer, valueAt } from './check-answer.ts';
import type { Names } from './names.ts';
import type { Scenario, Step } from './scenario.ts';
import type { ScenarioAnswer, Target } from './target.ts';

/** A step whose answer is not as expected, by a difference that is known. */
export interface ExplainedStep {
  /** Its id. */
  readonly explained: string;
  readonly problem: string;
}

export interface RunOptions {
  readonly names: Names;
  /** Whether the service is the original: steps marked as explained must then differ. */
  readonly isOriginal?: boolean;
}

/** Plays a scenario. The first answer that is not as expected ends it with an error that tells all about it. */
export async function runScenario(
  scenario: Scenario,
  target: Target,
  { names, isOriginal = false }: RunOptions,
): Promise<ExplainedStep[]> {
  const where = `${scenario.file}: ${scenario.name}`;
  names.capture('origin', target.origin);
  for (const { method, target: path, ...options } of buildWorld(scenario.world, names)) {
    const { status, text } = await target.request(method, path, options);
    if (status >= 300) throw new Error(`${where}: its world cannot be: ${method} ${path}: ${status} ${text}`);
  }
  const differing: ExplainedStep[] = [];
  for (const [index, step] of scenario.steps.entries()) {
    const found = await runStep(step, target, names);
    const isMarked = isOriginal && step.explained !== null;
    if (isMarked && found === null) {
      throw new Error(
        `${where}: step ${index + 1}, "${step.name}" is marked, but the original does the same`,
      );
    }
    if (found === null) continue;
    const problem = `${where}: step ${index + 1}, ${found}`;
    if (!isMarked) throw new Error(problem);
    differing.push({ explained: step.explained ?? '', problem });
  }
  return differing;
}

/** What is not as expected of the answer; null when all is. */
async function runStep(step: Step, target: Target, names: Names): Promise<string | null> {
  const path = names.resolve(step.target);
  const answer = await target.request(step.method, path, {
    version: step.version,
    body: names.resolve(step.body),
    headers: names.resolve(step.headers),
  });
  const differences = checkAnswer(names.resolve(step.expect), answer);
  for (const [name, from] of Object.entries(step.capture)) {
    const value = captured(answer, from);
    if (value === undefined) differences.push(`there is nothing at ${from} to capture as ${name}`);
    names.capture(name, value);
  }
  if (differences.length === 0) return null;
  return [
    `"${step.name}"`,
    `  ${step.method} ${path} ${step.version === null ? 'without a version' : `at ${step.version}`}`,
    ...differences.map((difference) => `  - ${difference}`),
    `  The answer: ${answer.status} ${answer.text.slice(0, answerShownMax)}`,
  ].join('\n');
}

const answerShownMax = 1500;

/** From the body, or, with `headers.` before it, from the headers. */
function captured(answer: ScenarioAnswer, from: string): unknown {
  const [, header] = /^headers\.(.+)$/.exec(from) ?? [];
  return header === undefined ? valueAt(answer.json, from) : answer.headers[header];
}
