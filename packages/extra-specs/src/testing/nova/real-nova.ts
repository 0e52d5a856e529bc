import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

export interface Case {
  readonly key: string;
  readonly value: string;
}

/** What Nova says: nothing, or why it refuses. */
export type Verdict = string | null;

/** A definition as Nova has it. Null where it says nothing. */
export interface NovaDefinition {
  readonly key: string;
  readonly type: 'string' | 'integer' | 'boolean';
  readonly enum: readonly string[] | null;
  readonly pattern: string | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly isDeprecated: boolean;
  readonly parameters: readonly { readonly name: string; readonly pattern: string }[];
}

/** Debian's interpreter: the one that its OpenStack packages are installed for. */
export const debianPython = '/usr/bin/python3';

const program = join(import.meta.dirname, 'ask-nova.py');

/** Asked once: to load Nova takes seconds. Null where it is not installed. */
let installed: readonly NovaDefinition[] | null | undefined;

/** Whether a test can compare with Nova here. Where it is missing the test is skipped, and says so; in CI it must be there. */
export function hasNova(context: TestContext): boolean {
  if (installed === undefined) installed = answersTo('definitions') as NovaDefinition[] | null;
  if (installed !== null) return true;
  const reason = 'python3-nova IS NOT INSTALLED: nothing was compared';
  if (process.env['CI'] === 'true') throw new Error(reason);
  context.skip(reason);
  return false;
}

export function novaDefinitions(): readonly NovaDefinition[] {
  assert.ok(installed, 'hasNova was asked before');
  return installed;
}

/**
 * What Nova thinks of each case. It reads and writes files, and not what would have to be passed on by this process, which has
 * something else to do meanwhile.
 */
export async function novaVerdicts(cases: readonly Case[]): Promise<readonly Verdict[]> {
  const directory = mkdtempSync(join(tmpdir(), 'extra-specs-nova-'));
  try {
    const questions = join(directory, 'questions');
    const answers = join(directory, 'answers');
    writeFileSync(questions, cases.map((each) => `${JSON.stringify(each)}\n`).join(''));
    await run('verdicts', questions, answers);
    const verdicts = linesOf(readFileSync(answers, 'utf8')) as Verdict[];
    assert.equal(verdicts.length, cases.length, 'Nova answers every case');
    return verdicts;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The code points that Nova's Python has in `\d`, `\s` and `\w`, and those that are `unassigned` in its Unicode. */
export function novaCharacters(): ReadonlyMap<string, ReadonlySet<number>> {
  const classes = answersTo('characters') as { name: string; characters: number[] }[];
  return new Map(classes.map(({ name, characters }) => [name, new Set(characters)]));
}

/** Null where there is no Python, or it has no Nova. */
function answersTo(question: string): unknown[] | null {
  const { status, error, stdout, stderr } = spawnSync(debianPython, [program, question], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (error !== undefined || stderr.includes('ModuleNotFoundError')) return null;
  assert.equal(status, 0, stderr);
  return linesOf(stdout);
}

async function run(question: string, input: string, output: string): Promise<void> {
  const files = [openSync(input, 'r'), openSync(output, 'w')] as const;
  try {
    const python = spawn(debianPython, [program, question], { stdio: [...files, 'pipe'] });
    let complaints = '';
    python.stderr?.setEncoding('utf8').on('data', (text: string) => (complaints += text));
    const [status] = (await once(python, 'close')) as [number | null];
    assert.equal(status, 0, complaints);
  } finally {
    for (const file of files) closeSync(file);
  }
}

function linesOf(text: string): unknown[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
}
