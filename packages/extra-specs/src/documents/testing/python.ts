import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

/** Debian's interpreter: the one that its packages are installed for. */
export const debianPython = '/usr/bin/python3';

/** Whether a module can be used. Where it is missing the test is skipped, and says so; in CI it must be there. */
export function hasPython(context: TestContext, module: string, debianPackage: string): boolean {
  if (spawnSync(debianPython, ['-c', `import ${module}`]).status === 0) return true;
  const reason = `${debianPackage} IS NOT INSTALLED: nothing was compared`;
  if (process.env['CI'] === 'true') throw new Error(reason);
  context.skip(reason);
  return false;
}

/** What a program beside this file answers, in JSON. */
export function askPython(program: string, args: readonly string[], input = ''): unknown {
  const { status, stdout, stderr } = spawnSync(debianPython, [join(import.meta.dirname, program), ...args], {
    encoding: 'utf8',
    input,
    maxBuffer: 2 ** 27,
  });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}
