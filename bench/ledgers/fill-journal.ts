import { apply } from '@berth/engine/apply.ts';
import type { Change } from '@berth/engine/changes.ts';
import { decide } from '@berth/engine/decide.ts';
import { WorldState } from '@berth/engine/world.ts';
import type { Journal } from '@berth/ledger/journal/journal.ts';
import type { WorldPlan } from '../worlds/world-plan.ts';
import { commandsOf } from './commands-of.ts';

/** So many changes in one transaction; far fewer cost the disk, far more the memory. */
const groupSize = 20_000;

/**
 * Makes the world in an empty journal. Every command is decided, as the service would: a world that does not keep the
 * rules cannot be made. Only the state is kept, not the journal of how it came to be.
 */
export async function fillJournal(
  journal: Pick<Journal<Change>, 'append' | 'prune'>,
  plan: WorldPlan,
  /** So many providers and consumers are there, of so many. */
  onProgress: (done: number, total: number) => void = () => {},
): Promise<void> {
  const world = new WorldState();
  const total = plan.providers.length + plan.consumers.length;
  const startedAt = Date.now();
  let done = 0;
  let waiting: Change[] = [];
  const flush = async () => {
    await journal.append(waiting, startedAt);
    await journal.prune(Number.MAX_SAFE_INTEGER);
    waiting = [];
    onProgress(done, total);
  };
  for (const command of commandsOf(plan)) {
    for (const change of decide(world, command)) {
      apply(world, change);
      waiting.push(change);
    }
    if (command.kind === 'create-provider' || command.kind === 'set-allocations') done += 1;
    if (waiting.length >= groupSize) await flush();
  }
  await flush();
}
