import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

/** Runs a Python program that turns `cases` into a list `answers`, in one process, and gives that list. */
export type AskPython = <Answer>(program: string, cases: unknown) => Answer[];

/** A test that compares with Debian's Python; where that or a module is missing it is skipped, and says so. */
export function pythonTest(name: string, modules: readonly string[], run: (ask: AskPython) => void): void {
  test(name, (context) => {
    const needed = ['json', ...modules].join(', ');
    if (spawnSync(interpreter, ['-c', `import ${needed}`]).status !== 0) {
      const reason = `NOTHING WAS COMPARED: ${interpreter} with ${needed} is not installed`;
      process.stderr.write(`${name}: ${reason}\n`);
      context.skip(reason);
      return;
    }
    run(ask);
  });
}

const interpreter = '/usr/bin/python3';

const ask: AskPython = (program, cases) => {
  const whole = `import json, sys\ncases = json.load(sys.stdin)\n${program}\njson.dump(answers, sys.stdout)`;
  const { status, stdout, stderr } = spawnSync(interpreter, ['-W', 'ignore', '-c', whole], {
    input: JSON.stringify(cases),
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
};
