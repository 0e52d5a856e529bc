import type { Loss } from '@berth/ledger/following/follower.ts';
import type { Log } from '../log/log.ts';

/**
 * Says which changes are gone. First how many, then each of them with all that was in it, so that whoever reads the log can make
 * them again; some to a line, so that no line is very long.
 */
export function reportLoss(loss: Loss<unknown>, log: Pick<Log, 'error'>): void {
  const { changes, isComplete, numberBefore, numberNow, hasLed } = loss;
  log.error(
    { count: changes.length, isComplete, before: numberBefore, now: numberNow, hasLed },
    'the database came back older than it was: changes that were acknowledged are lost; all was loaded again',
  );
  for (let start = 0; start < changes.length; start += changesPerLine) {
    const lost = changes.slice(start, start + changesPerLine).map(({ number, at, change }) => ({
      number,
      at: new Date(at).toISOString(),
      change,
    }));
    log.error({ lost }, 'lost changes');
  }
}

const changesPerLine = 20;
