import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ComparedSide } from '../sides/side.ts';
import { Coverage } from './coverage.ts';
import { type Judged, judged } from './judged.ts';
import { leftOut } from './left-out.ts';
import { type Entry, entriesUpTo } from './operations.ts';
import { Player } from './player.ts';
import { scenarios } from './scenarios.ts';

export interface Plan {
  /** Minor numbers. */
  readonly versions: readonly number[];
  /** Of the newest version that is served. */
  readonly last: number;
  readonly isOriginal?: boolean;
  /** Where the exchanges are to be kept; they are forgotten unless given. */
  readonly log?: string;
  readonly onVersion?: (minor: number, requests: number) => void;
}

export interface Conformance extends Judged {
  readonly requests: number;
  /** Of what is to be there, and of what clients may touch besides, as far as it is served. */
  readonly slice: Coverage;
  readonly near: Coverage;
}

/** Plays all scenarios at some versions, and has the checker judge every exchange. */
export async function conformanceOf(side: ComparedSide, plan: Plan): Promise<Conformance> {
  const lines: string[] = [];
  for (const minor of plan.versions) {
    const before = lines.length;
    for (const scenario of scenarios) {
      await side.reset();
      const player = new Player(side, minor);
      await scenario(player);
      lines.push(...player.lines);
    }
    plan.onVersion?.(minor, lines.length - before);
  }
  const verdict = await judgedLines(lines, plan);
  const served = entriesUpTo(plan.last).filter(({ operation }) => !isLeftOut(operation));
  const slice = new Coverage(served.filter(({ scope }) => scope === 'slice'));
  const near = new Coverage(served.filter(({ scope }) => scope === 'near'));
  for (const [number, operation] of verdict.passed) {
    const { version, status } = JSON.parse(lines[number - 1] as string) as {
      version: string;
      status: number;
    };
    for (const coverage of [slice, near]) coverage.add({ operation, version, status });
  }
  return { ...verdict, requests: lines.length, slice, near };
}

/** The versions at which something of what is served changes. */
export function seamsUpTo(last: number): readonly number[] {
  const seams = entriesUpTo(last)
    .filter(({ operation }) => !isLeftOut(operation))
    .map(({ since }: Entry) => since);
  return [...new Set([...seams, last])].sort((one, other) => one - other);
}

function isLeftOut(operation: string): boolean {
  return leftOut.some(({ operations }) => operations.includes(operation));
}

async function judgedLines(lines: readonly string[], { last, isOriginal, log }: Plan): Promise<Judged> {
  if (log !== undefined) {
    await writeFile(log, lines);
    return judged(log, last, isOriginal);
  }
  const directory = await mkdtemp(join(tmpdir(), 'berth-conformance-'));
  try {
    const file = join(directory, 'exchanges.jsonl');
    await writeFile(file, lines);
    return await judged(file, last, isOriginal);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
