import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { debianPython } from '@berth/api-kit/auth/testing/debian-python.ts';

/** How a test of a suite ended. */
export interface Outcome {
  /** Its name without the package of the suite: compute.v2.test_server.ServerTests.test_server_list. */
  readonly test: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** What it says last. */
  readonly reason: string;
  readonly details: string;
  readonly seconds: number;
}

export interface RunOptions {
  readonly directory: string;
  readonly variables: Readonly<Record<string, string>>;
  /** How the names of tests begin that are not run. */
  readonly without: readonly string[];
  readonly onOutcome: (outcome: Outcome) => void;
}

/** Runs the tests of one module in a Python of their own. */
export async function runModule(
  suite: string,
  module: string,
  options: RunOptions,
): Promise<readonly Outcome[]> {
  const { directory, variables, without, onOutcome } = options;
  const root = `${suite}.tests.functional.`;
  const child = spawn(
    debianPython,
    [
      join(import.meta.dirname, 'run_module.py'),
      `${root}${module}`,
      ...without.map((test) => `${root}${test}`),
    ],
    {
      cwd: directory,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, ...variables, PYTHONDONTWRITEBYTECODE: '1' },
    },
  );
  const exited = once(child, 'exit');
  const outcomes: Outcome[] = [];
  for await (const line of createInterface(child.stdout)) {
    const told = JSON.parse(line) as Outcome;
    const outcome = { ...told, test: told.test.replace(root, '') };
    outcomes.push(outcome);
    onOutcome(outcome);
  }
  const [status] = await exited;
  if (status !== 0) throw new Error(`${suite} ${module}: Python has ended with ${status}`);
  return outcomes;
}
