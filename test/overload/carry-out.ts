import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBerth } from '../malformed/berth-process.ts';
import type { Attack, Figure } from './attack.ts';
import { type Seen, watch } from './watch.ts';

export interface Outcome {
  readonly attack: Attack;
  readonly seen: Seen;
  readonly figures: readonly Figure[];
  /** Whether it answered after all of it, and ended in order when it was told to. */
  readonly survived: boolean;
  readonly output: string;
}

/** Carries out one attack on a server of its own, on an empty ledger. `command`: another build of Berth. */
export async function carryOut(attack: Attack, scale: number, command?: string): Promise<Outcome> {
  const directory = await mkdtemp(join(tmpdir(), 'berth-overload-'));
  try {
    const berth = await startBerth({
      ledger: join(directory, 'berth.db'),
      args: attack.serve ?? [],
      leavesOutput: attack.leavesOutput ?? false,
      ...(command === undefined ? {} : { command }),
    });
    try {
      await attack.prepare?.(berth, scale);
      const watching = watch(berth.pid, berth.port);
      const figures = await attack.run(berth, scale);
      const seen = await watching.stop();
      const answers = await fetch(berth.url).then(
        ({ ok }) => ok,
        () => false,
      );
      const { code } = await berth.stop();
      return { attack, seen, figures, survived: answers && code === 0, output: berth.output };
    } finally {
      await berth.kill();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
