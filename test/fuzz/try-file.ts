import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { testCommand } from '../test-command.ts';
import type { Failure } from './failures-reporter.ts';
import { groupMegabytes } from './group-megabytes.ts';

export interface Attempt {
  readonly file: string;
  readonly seed: number;
  /** How many times as many cases as usual. */
  readonly times: number;
  /** Only this case, and only in the test of this name. */
  readonly replay?: { readonly test: string; readonly case: string | null };
}

export interface Bounds {
  readonly secondsMax: number;
  readonly megabytesMax: number;
  /** When it is called off, as one that found nothing. */
  readonly signal: AbortSignal;
}

export interface Outcome {
  readonly failures: readonly (Failure & { readonly case: string | null })[];
  readonly seconds: number;
}

/** Runs one file of tests in a process of its own, and ends that with all it has started if it takes too long or too much. */
export async function tryFile(attempt: Attempt, bounds: Bounds): Promise<Outcome> {
  const directory = await mkdtemp(join(tmpdir(), 'berth-fuzz-'));
  const [note, report] = [join(directory, 'note'), join(directory, 'report')];
  const begun = performance.now();
  try {
    const child = spawn(process.execPath, commandOf(attempt, report), {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...process.env, ...environmentOf(attempt), TEST_NOTE_FILE: note },
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    });
    let complaints = '';
    child.stderr.on(
      'data',
      (text: Buffer) => void (complaints = (complaints + text.toString()).slice(-4000)),
    );
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));

    const { pid } = child;
    if (pid === undefined) throw new Error(`no process could be started for ${attempt.file}`);
    const excess = await excessOf(pid, bounds, ended);
    // Whoever is left of its group is not needed any more.
    endGroup(pid);
    const code = await ended;
    const seconds = (performance.now() - begun) / 1000;
    if (bounds.signal.aborted) return { failures: [], seconds };
    const failures = linesOf(report).map((line): Outcome['failures'][number] => {
      const failure = JSON.parse(line) as Failure;
      return { ...failure, case: /\bpath: "([^"]+)"/.exec(failure.message)?.[1] ?? null };
    });
    if (excess !== null || (code !== 0 && failures.length === 0)) {
      const message = excess ?? `its process ended with ${code}: ${complaints}`;
      failures.push({ ...lastNote(note), message });
    }
    return { failures, seconds };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function commandOf({ file, replay }: Attempt, report: string): string[] {
  const reporter = join(import.meta.dirname, 'failures-reporter.ts');
  return testCommand([
    '--max-old-space-size=2048',
    `--test-reporter=${reporter}`,
    `--test-reporter-destination=${report}`,
    ...(replay === undefined ? [] : [`--test-name-pattern=${namePattern(replay.test)}`]),
    file,
  ]);
}

export function environmentOf({ seed, times, replay }: Attempt): Record<string, string> {
  return {
    TEST_SEED: String(seed),
    ...(times > 1 && { TEST_TIMES: String(times) }),
    ...(replay?.case && { TEST_CASE: replay.case }),
  };
}

/** A suite's name stands before those of its tests. */
export function namePattern(test: string): string {
  return `${test.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}$`;
}

/** Waits for the end of a process. If it takes more than it may before that, says what; null if it does not, or is called off. */
async function excessOf(pid: number, bounds: Bounds, ended: Promise<unknown>): Promise<string | null> {
  const until = performance.now() + bounds.secondsMax * 1000;
  const isEnded = ended.then(() => true);
  const aMoment = () => sleep(500, false, { signal: bounds.signal }).catch(() => true);
  while (!(await Promise.race([isEnded, aMoment()]))) {
    if (performance.now() > until) return `it did not end within ${Math.round(bounds.secondsMax)} s`;
    const megabytes = groupMegabytes(pid);
    if (megabytes > bounds.megabytesMax) return `it took ${Math.round(megabytes)} MB`;
  }
  return null;
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function linesOf(file: string): string[] {
  return textOf(file)
    .split('\n')
    .filter((line) => line !== '');
}

/** Which case had begun last. */
function lastNote(file: string): { test: string; case: string | null } {
  const [text] = linesOf(file);
  if (text === undefined) return { test: '', case: null };
  const note = JSON.parse(text) as { test: string; case: number };
  return { test: note.test.split(' > ').at(-1) ?? '', case: String(note.case) };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
