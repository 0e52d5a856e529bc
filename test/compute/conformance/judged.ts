import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { material } from './operations.ts';

/** What the checker says of a log. */
export interface Judged {
  /** By the number of its line, from 1: which operation it took an exchange for, and found nothing wrong with. */
  readonly passed: ReadonlyMap<number, string>;
  /** Everything that is wrong, as the checker tells it. */
  readonly failures: string;
  /** 'N passed, M failed'. */
  readonly lastLine: string;
}

/** Has the checker of shared/conformance-compute look at a file of exchanges; of the original it knows where it differs from later ones. */
export async function judged(log: string, last: number, isOriginal = false): Promise<Judged> {
  const options = ['--verbose', '--max', `2.${last}`, '--pins', material.pins, '--known', slipsOfPins];
  const args = [...options, ...(isOriginal ? ['--zed'] : []), log];
  const { stdout, stderr } = await promisify(execFile)(material.check, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  }).catch((error: unknown) => {
    // It ends with 1 where something fails, and has said what.
    const { code, stdout: said } = error as { code: unknown; stdout?: string };
    if (code === 1 && said) return { stdout: said, stderr: '' };
    throw error;
  });
  const lines = stdout.trimEnd().split('\n');
  const passed = new Map<number, string>();
  for (const line of lines) {
    const [, number, operation] = /^pass \S+:(\d+) (.*)$/.exec(line) ?? [];
    if (number !== undefined && operation !== undefined) passed.set(Number(number), operation);
  }
  const lastLine = lines.at(-1) ?? '';
  if (!/^\d+ passed, \d+ failed$/.test(lastLine)) throw new Error(`the checker has said ${stdout}${stderr}`);
  const failures = lines.slice(0, -1).filter((line) => !line.startsWith('pass '));
  return { passed, failures: failures.join('\n'), lastLine };
}

/** Members that the material wants, and the original does not always have either. */
const slipsOfPins = join(import.meta.dirname, 'slips-of-pins.json');
