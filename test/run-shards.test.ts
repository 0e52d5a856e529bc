import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

const module = JSON.stringify(join(import.meta.dirname, 'run-shards.ts'));

/** What a process prints that runs these scripts as shards, two at once, and its exit status. */
function ran(...scripts: readonly string[]): Promise<{ status: number; output: string }> {
  const commands = JSON.stringify(scripts.map((script) => ['-e', script]));
  const code = `const { runShards } = await import(${module}); process.exitCode = await runShards(${commands}, 2);`;
  return new Promise((resolve) => {
    execFile(process.execPath, ['--input-type=module', '-e', code], (error, stdout, stderr) => {
      resolve({ status: Number(error?.code ?? 0), output: stdout + stderr });
    });
  });
}

const counting = (pass: number, fail: number) =>
  `console.log("ℹ pass ${pass}\\nℹ fail ${fail}\\nℹ cancelled 0\\nℹ skipped 1")`;

test('what shards say is shown one after the other as they end, and in the end how many tests there were', async () => {
  const { status, output } = await ran(
    `console.log("slow begins"); setTimeout(() => { console.log("slow ends"); ${counting(2, 0)} }, 500)`,
    'console.log("quick"); console.error("and its errors")',
    counting(40, 0),
  );
  assert.equal(status, 0);
  const [quick, more, slow, end] = output.split(/\d of 3 processes have ended\n/);
  assert.equal(quick, 'quick\nand its errors\n');
  assert.match(more ?? '', /^ℹ pass 40$/m);
  assert.match(slow ?? '', /^slow begins\nslow ends\n/);
  assert.match(end ?? '', /^tests: 42 passed, 0 failed, 2 skipped$/m);
});

test('all have passed only if each of them has, and what failed is told again at the end', async () => {
  const failing = `console.log("✔ much\\n\\n✖ failing tests:\\n\\n✖ this one"); ${counting(1, 1)}; process.exitCode = 3`;
  for (const scripts of [
    [failing, '', ''],
    ['', '', failing],
  ]) {
    const { status, output } = await ran(...scripts);
    assert.equal(status, 3);
    const end = output.slice(output.indexOf('3 of 3 processes'));
    assert.match(end, /✖ failing tests:\n\n✖ this one/);
    assert.doesNotMatch(end, /✔ much/);
    assert.match(end, /1 of which FAILED/);
    assert.match(end, /^tests: 1 passed, 1 failed, 1 skipped$/m);
  }
});

test('one that a signal ends has not passed, and the last that it said is told', async () => {
  const { status, output } = await ran(
    '',
    'console.log("the last word"); process.kill(process.pid, "SIGKILL")',
  );
  assert.equal(status, 1);
  assert.match(output, /ended by SIGKILL/);
  assert.match(output.slice(output.indexOf('2 of 2 processes')), /the last word/);
});

test('one alone is shown as it is', async () => {
  assert.deepEqual(await ran('console.log("all there is")'), { status: 0, output: 'all there is\n' });
});
