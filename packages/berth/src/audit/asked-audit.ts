import { countOption } from '../commands/count-option.ts';
import { ConfigError } from '../config/config-error.ts';
import { duration, url } from '../config/kinds.ts';
import { Progress } from '../moving/progress.ts';
import { standardError } from '../log/standard-error.ts';
import type { CommandContext } from '../commands/command.ts';
import type { AuditOptions } from './audit-cloud.ts';

/** The options that all commands take which look at a cloud. */
export const lookingOptions = {
  'compute-url': 'text',
  concurrency: 'text',
  settle: 'text',
  json: 'switch',
} as const;

type LookingValues = Readonly<Partial<Record<'compute-url' | 'concurrency' | 'settle', string>>>;

/** How to look, by the options. The look ends when the process is asked to. */
export function askedLook(
  values: LookingValues,
  context: CommandContext,
): Pick<AuditOptions, 'settleMs' | 'concurrency' | 'progress' | 'signal'> {
  const { settle = '5s', concurrency = '8' } = values;
  const settleMs = duration().parse(settle);
  if (settleMs === undefined) {
    throw new ConfigError([`--settle: must be ${duration().description}, not '${settle}'`]);
  }
  const stopping = new AbortController();
  void context.stopSignal().then((signal) => stopping.abort(new Error(`stopped by ${signal}`)));
  return {
    settleMs,
    concurrency: countOption('--concurrency', concurrency, 256),
    progress: new Progress(context.logTarget ?? standardError),
    signal: stopping.signal,
  };
}

/** Null where it is left to the catalog. */
export function askedComputeUrl({ 'compute-url': given }: LookingValues): string | null {
  if (given !== undefined && url().parse(given) === undefined) {
    throw new ConfigError([`--compute-url: must be ${url().description}`]);
  }
  return given ?? null;
}
