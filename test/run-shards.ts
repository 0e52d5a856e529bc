import { type ChildProcess, spawn } from 'node:child_process';
import { createReadStream, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/**
 * Runs Node with each of the commands, all at once, and gives the exit status of the first that failed, or 0. The first command is
 * seen at work; what the others say is shown when they have ended, so that lines of different tests do not mix.
 */
export async function runShards(commands: readonly (readonly string[])[]): Promise<number> {
  const [first = [], ...others] = commands;
  const directory = mkdtempSync(join(tmpdir(), 'berth-tests-'));
  const seen = spawn(process.execPath, first, { stdio: 'inherit' });
  const unseen = others.map((command, index) => {
    const path = join(directory, `${index}`);
    const output = openSync(path, 'w', 0o600);
    return { path, shard: spawn(process.execPath, command, { stdio: ['ignore', output, output] }) };
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      for (const shard of [seen, ...unseen.map((each) => each.shard)]) shard.kill(signal);
    });
  }
  try {
    const statuses = [await statusOf(seen)];
    for (const { path, shard } of unseen) {
      statuses.push(await statusOf(shard));
      await pipeline(createReadStream(path), process.stdout, { end: false });
    }
    if (commands.length > 1) process.stdout.write(`${summaryOf(statuses)}\n`);
    return statuses.find((status) => status !== 0) ?? 0;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** A shard that a signal has ended has not passed. */
function statusOf(shard: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    const settle = (code: number | null, signal: NodeJS.Signals | null) => {
      if (signal !== null) process.stderr.write(`the tests were ended by ${signal}\n`);
      resolve(code ?? 1);
    };
    if (shard.exitCode !== null || shard.signalCode !== null) settle(shard.exitCode, shard.signalCode);
    else shard.once('exit', settle).once('error', reject);
  });
}

function summaryOf(statuses: readonly number[]): string {
  const words = statuses.map(
    (status, index) => `${index + 1} of ${statuses.length} ${status === 0 ? 'passed' : 'FAILED'}`,
  );
  return `\nAll tests in ${statuses.length} processes: ${words.join(', ')}.`;
}
