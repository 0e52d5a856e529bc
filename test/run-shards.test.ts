import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

const module = JSON.stringify(join(import.meta.dirname, 'run-shards.ts'));

/** What a process prints that runs these scripts as shards, and its exit status. */
function ran(...scripts: readonly string[]): Promise<{ status: number; output: string }> {
  const commands = JSON.stringify(scripts.map((script) => ['-e', script]));
  const code = `const { runShards } = await import(${module}); process.exitCode = await runShards(${commands});`;
  return new Promise((resolve) => {
    execFile(process.execPath, ['--input-type=module', '-e', code], (error, stdout, stderr) => {
      resolve({ status: Number(error?.code ?? 0), output: stdout + stderr });
    });
  });
}

test('one shard after the other is shown, whoever ends first, and how each has ended', async () => {
  const { status, output } = await ran(
    'setTimeout(() => console.log("slow"), 300)',
    'console.log("quick"); console.error("and its errors")',
  );
  assert.equal(status, 0);
  assert.match(
    output,
    /^slow\nquick\nand its errors\n\nAll tests in 2 processes: 1 of 2 passed, 2 of 2 passed\.\n$/,
  );
});

test('all have passed only if each of them has', async () => {
  for (const scripts of [
    ['process.exit(3)', ''],
    ['', 'process.exit(3)'],
  ]) {
    const { status, output } = await ran(...scripts);
    assert.equal(status, 3);
    assert.match(output, /FAILED/);
  }
  const { status, output } = await ran('', 'process.kill(process.pid, "SIGKILL")');
  assert.equal(status, 1);
  assert.match(output, /ended by SIGKILL/);
});

test('one alone is shown as it is', async () => {
  assert.deepEqual(await ran('console.log("all there is")'), { status: 0, output: 'all there is\n' });
});
