import { spawnSync } from 'node:child_process';
import type { TestContext } from 'node:test';

/** Debian's interpreter: the one that its OpenStack packages are installed for. */
export const debianPython = '/usr/bin/python3';

/**
 * Whether a test against the original can run here. Where the packages are missing it is skipped with the reason;
 * in CI they must be there, and the test fails.
 */
export function hasPythonModules(t: TestContext, ...modules: readonly string[]): boolean {
  const { status, error, stderr } = spawnSync(debianPython, ['-c', `import ${modules.join(', ')}`], {
    encoding: 'utf8',
  });
  if (status === 0) return true;
  const reason = `${debianPython} cannot do this: ${error?.message ?? stderr.trim().split('\n').at(-1)}`;
  if (process.env['CI'] === 'true') throw new Error(reason);
  t.skip(reason);
  return false;
}

/** Runs a script that reads JSON from its input and writes JSON to its output. */
export function askPython(script: URL, question: unknown): unknown {
  const { status, error, stdout, stderr } = spawnSync(debianPython, [script.pathname], {
    input: JSON.stringify(question),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`${script.pathname} failed: ${error?.message ?? stderr}`);
  return JSON.parse(stdout);
}
