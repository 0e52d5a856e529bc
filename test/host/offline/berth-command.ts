import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { berthCommand } from '../../malformed/berth-process.ts';

export interface CommandEnd {
  /** Null where it was killed. */
  readonly code: number | null;
  readonly printed: string;
  readonly complaints: string;
  readonly seconds: number;
  /** The most memory that it was seen to hold. */
  readonly peakMb: number;
}

export interface CommandOptions {
  /** It is killed when it has printed so many lines, unless it has ended by then. */
  readonly killAfterLines?: number;
}

export const migrateCommand = ['placement', 'migrate-compute-inventory'] as const;

/** Runs a command of berth as its users do, in a process of its own. */
export async function berthCommandEnd(
  args: readonly string[],
  { killAfterLines = Number.POSITIVE_INFINITY }: CommandOptions = {},
): Promise<CommandEnd> {
  const startedMs = performance.now();
  const child = spawn(berthCommand, [...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const told = { printed: '', complaints: '' };
  let lines = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    // Of thousands of nodes only the end is looked at.
    told.printed = (told.printed + chunk.toString()).slice(-keptLength);
    lines += chunk.toString().split('\n').length - 1;
    if (lines >= killAfterLines) child.kill('SIGKILL');
  });
  child.stderr.on('data', (chunk: Buffer) => (told.complaints += chunk.toString()));
  let peakMb = 0;
  const watching = setInterval(() => (peakMb = Math.max(peakMb, peakOf(child.pid))), 50);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  clearInterval(watching);
  return { code, ...told, seconds: (performance.now() - startedMs) / 1000, peakMb };
}

const keptLength = 100_000;

/** 0 where it has ended. */
function peakOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Math.round(Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}
