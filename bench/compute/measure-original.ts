import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import {
  originalDirectory,
  startNova,
  whyNotOriginal,
} from '@berth/compute/testing/nova-manner/original-nova.ts';

/** What the original at hand does, in one process on a database in memory, in the same run; its own tool measures it. */
export interface OriginalFigures {
  /** Rows of its tables, as it prints them. */
  readonly lines: readonly string[];
  readonly bootsPerSecond: number | null;
}

/** Null where the original is not installed. A thousand hosts take two minutes to start. */
export async function measureOriginal(hosts: number): Promise<OriginalFigures | null> {
  if (whyNotOriginal() !== null) return null;
  // On a busy machine its scheduler takes longer than a host may be silent, and then finds none.
  const options = ['--hosts', `${hosts}`, '--driver', 'FakeDriver', '--set', 'service_down_time=3600'];
  const nova = await startNova({ options });
  try {
    const boots = benchNova('boot', nova.url, ['--servers', '20', '--connections', '1,16']);
    const reads = benchNova('reads', nova.url, [
      '--instances',
      '10000',
      '--connections',
      '8',
      '--seconds',
      '4',
    ]);
    const rates = boots.filter((line) => /^\| \d/.test(line)).map((line) => Number(line.split('|')[6]));
    return {
      lines: [...boots, '', ...reads],
      bootsPerSecond: rates.length === 0 ? null : Math.max(...rates),
    };
  } finally {
    await nova.stop();
  }
}

function benchNova(what: 'boot' | 'reads', url: string, args: readonly string[]): readonly string[] {
  const program = join(originalDirectory, 'bench-nova');
  const { status, stdout, stderr } = spawnSync(program, [what, '--url', url, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`bench-nova ${what}: ${stderr.slice(-2_000)}`);
  return stdout.trimEnd().split('\n');
}
