import type { Operation } from '../ops/operation.ts';
import { forgetPeak, peakMb, residentMb } from '../processes/usage.ts';
import { look } from './look.ts';
import type { Server } from './over-http.ts';
import type { Settings } from './settings.ts';

/** MB that questions add, at their worst, to what a server needs that has answered plain ones. One client asks. */
export interface MemoryGrowth {
  readonly withLimit: number;
  /** After those with a limit. */
  readonly withoutLimit: number;
}

/** How often the plain questions are gone through before: then the heap has the size it has in operation. */
const warmUpRounds = 5;

export async function memoryGrowth(
  server: Server,
  plain: Operation,
  questions: readonly Operation[],
  { seconds }: Settings,
): Promise<MemoryGrowth | null> {
  const ask = async (operation: Operation) => {
    const { failed, failures } = await look(server.url, operation, { seconds, samplesMin: 3 });
    if (failed > 0) throw new Error(`${operation.name}: ${failures}`);
  };
  for (let round = 0; round < warmUpRounds; round += 1) await ask(plain);
  const before = residentMb(server.pids);
  forgetPeak(server.pids);
  const growth = () => Math.max(0, (peakMb(server.pids) ?? 0) - (before ?? 0));
  for (const question of questions.filter(({ isLoaded }) => isLoaded)) await ask(question);
  const withLimit = growth();
  for (const question of questions.filter(({ isLoaded }) => !isLoaded)) await ask(question);
  return before === null ? null : { withLimit, withoutLimit: growth() };
}
