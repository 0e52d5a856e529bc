import type { AppLog } from '../http/app.ts';

/** A log whose lines are kept, as they would be written. */
export interface KeptLog {
  readonly log: AppLog;
  readonly lines: readonly Readonly<Record<string, unknown>>[];
}

/** Takes what is of this level or above. */
export function keptLog(least: 'info' | 'warn' = 'info'): KeptLog {
  const lines: Record<string, unknown>[] = [];
  const isLevelEnabled = (level: 'info' | 'warn') => level === 'warn' || least === 'info';
  const write = (level: 'info' | 'warn' | 'error', fields: object, msg: string): void => {
    if (level !== 'error' && !isLevelEnabled(level)) return;
    lines.push(JSON.parse(JSON.stringify({ level, ...fields, msg })) as Record<string, unknown>);
  };
  const log: AppLog = {
    isLevelEnabled,
    info: (fields, message) => write('info', fields, message),
    warn: (fields, message) => write('warn', fields, message),
    error: (fields, message) => write('error', fields, message),
  };
  return { log, lines };
}
