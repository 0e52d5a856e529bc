import type { Config } from '../config/settings.ts';
import type { EventCounts } from '../metrics/event-counts.ts';
import { createLog, type Log, type LogTarget } from './log.ts';
import type { LogOutput } from './log-output.ts';
import { openLogOutput } from './open-log-output.ts';

/** The log of a process that serves, with the way out of it. */
export interface OpenedLog {
  readonly log: Log;
  /** Null where another target was given. */
  readonly output: Pick<LogOutput, 'waiting' | 'trouble' | 'settle'> | null;
  /** Goes on in a new file, where the log is a file of ours. */
  reopen(): void;
}

/** Several threads write one log, so each line says which one it is from. */
export function openLog(config: Config, events: EventCounts, target?: LogTarget): OpenedLog {
  const named = (log: Log) => (config.workers > 1 ? log.child({ worker: 1 }) : log);
  if (target !== undefined) return { log: named(createLog(config, target)), output: null, reopen: () => {} };
  const { output, reopen } = openLogOutput(config, (count) =>
    events.count('berth_log_lines_lost_total', '', count),
  );
  const log = createLog(
    { ...config, logFormat: 'json' },
    { write: (lines) => output.write(lines), flushSync: () => output.flushSync(), isTerminal: false },
  );
  return { log: named(log), output, reopen: () => reopen?.() };
}
