import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Flavor, Image, Operation } from '../../flavor-and-image/check-flavor-and-image.ts';
import { debianPython } from '../nova/real-nova.ts';

/** A server that Nova and ours are asked for. Everything is said: Nova has no image without a name. */
export interface ServerCase {
  readonly flavor: Required<Flavor>;
  readonly image: Required<Image>;
  readonly operation: Operation;
  readonly isVolumeBacked: boolean;
  /** Null for one that exists already. */
  readonly volumeSize: number | null;
  readonly previousImage: Required<Image> | null;
  readonly pciAliases: readonly string[];
  readonly mayUseZeroDisk: boolean;
}

export type NovaAnswer = NovaAcceptance | NovaRefusal;

export interface NovaAcceptance {
  readonly status: 202;
  /** The exceptions that the scheduler would stop for, and their texts; null where the image cannot be read at all. */
  readonly later: readonly (readonly [exception: string, text: string])[] | null;
}

export interface NovaRefusal {
  readonly status: 400 | 403 | 500;
  readonly exception: string;
  readonly text: string;
  /** What the client reads; null for status 500, which does not tell. */
  readonly said: string | null;
}

/** What Nova does with each of the cases. */
export async function askNova(cases: readonly ServerCase[]): Promise<readonly NovaAnswer[]> {
  const directory = mkdtempSync(join(tmpdir(), 'extra-specs-images-'));
  try {
    const questions = join(directory, 'questions');
    const answers = join(directory, 'answers');
    writeFileSync(questions, cases.map((each) => `${JSON.stringify(each)}\n`).join(''));
    await run(questions, answers);
    const lines = readFileSync(answers, 'utf8').split('\n').slice(0, -1);
    assert.equal(lines.length, cases.length, 'Nova answers every case');
    return lines.map((line) => JSON.parse(line) as NovaAnswer);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function run(input: string, output: string): Promise<void> {
  const files = [openSync(input, 'r'), openSync(output, 'w')] as const;
  try {
    const program = join(import.meta.dirname, 'ask-nova.py');
    const python = spawn(debianPython, [program], { stdio: [...files, 'pipe'] });
    let complaints = '';
    python.stderr?.setEncoding('utf8').on('data', (text: string) => (complaints += text));
    const [status] = (await once(python, 'close')) as [number | null];
    assert.equal(status, 0, complaints);
  } finally {
    for (const file of files) closeSync(file);
  }
}
