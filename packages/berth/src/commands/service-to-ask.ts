import { ConfigError } from '../config/config-error.ts';
import { url } from '../config/kinds.ts';
import type { CommandContext } from './command.ts';

/** The service that a command is told to ask, if it is, and the token to show there. */
export interface ServiceToAsk {
  readonly from: string | null;
  readonly token: string | null;
}

/** What the options `--from` and `--token` and the variable `OS_TOKEN` say. */
export function serviceToAsk(
  { from, token }: { readonly from?: string; readonly token?: string },
  { environment, complain }: Pick<CommandContext, 'environment' | 'complain'>,
): ServiceToAsk {
  if (from !== undefined && url().parse(from) === undefined) {
    throw new ConfigError([`--from: must be ${url().description}`]);
  }
  if (token !== undefined) complain(tokenIsSeen);
  return { from: from ?? null, token: token ?? environment['OS_TOKEN'] ?? null };
}

const tokenIsSeen =
  'berth: --token is on the command line, which everybody on this machine can read: give it as OS_TOKEN instead.';
