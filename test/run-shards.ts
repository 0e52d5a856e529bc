import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Counts, countsIn, failuresIn, sumOf } from './shard-output.ts';

interface Ended {
  readonly status: number;
  readonly output: string;
}

/**
 * Runs Node with each of the commands, so many at once, and gives the exit status of the first that failed, or 0. What a shard says is shown
 * when it has ended, so that lines of different tests do not mix; what failed is told again at the end. One alone is seen at work.
 */
export async function runShards(commands: readonly (readonly string[])[], atOnce: number): Promise<number> {
  const running = new Set<ChildProcess>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      waiting.length = 0;
      for (const shard of running) shard.kill(signal);
    });
  }
  const run = async (command: readonly string[], output: number | 'inherit'): Promise<number> => {
    const shard = spawn(process.execPath, command, {
      stdio: [output === 'inherit' ? output : 'ignore', output, output],
    });
    running.add(shard);
    const status = await statusOf(shard);
    running.delete(shard);
    return status;
  };

  const waiting = [...commands.entries()];
  const [only = []] = commands;
  if (commands.length === 1) return run(only, 'inherit');
  const directory = mkdtempSync(join(tmpdir(), 'berth-tests-'));
  const ended: Ended[] = [];
  const runWaiting = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, command] = next;
      const path = join(directory, `${index}`);
      const file = openSync(path, 'w', 0o600);
      const status = await run(command, file);
      closeSync(file);
      const output = readFileSync(path, 'utf8');
      ended.push({ status, output });
      process.stdout.write(`${output}${ended.length} of ${commands.length} processes have ended\n`);
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, runWaiting));
  } finally {
    rmSync(directory, { recursive: true });
  }
  process.stdout.write(summaryOf(ended));
  if (ended.length < commands.length) return 1;
  return ended.find(({ status }) => status !== 0)?.status ?? 0;
}

/** A shard that a signal has ended has not passed. */
function statusOf(shard: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    shard.once('error', reject).once('exit', (code, signal) => {
      if (signal !== null) process.stderr.write(`the tests were ended by ${signal}\n`);
      resolve(code ?? 1);
    });
  });
}

function summaryOf(ended: readonly Ended[]): string {
  const failed = ended.filter(({ status }) => status !== 0);
  const failures = failed.map(({ output }) => failuresIn(output)).join('');
  const processes = `All tests in ${ended.length} processes, ${failed.length === 0 ? 'all of which passed' : `${failed.length} of which FAILED`}.`;
  return `${failures}\n${processes}\n${told(sumOf(ended.map(({ output }) => countsIn(output))))}\n`;
}

function told({ pass, fail, skipped }: Counts): string {
  return `tests: ${pass} passed, ${fail} failed, ${skipped} skipped`;
}
