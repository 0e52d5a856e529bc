import type { ClientCommand } from '../command/client-command.ts';
import { flagsOf } from '../command/flags-of.ts';
import { formatOptions } from '../command/format-arguments.ts';
import { globalOptions } from '../command/global-options.ts';

/** All options that a client command takes, as they are written. */
export function flagsOfCommand({ options, output }: ClientCommand): readonly string[] {
  const own = Object.entries({ ...formatOptions(output), ...options }).flatMap(([key, taken]) =>
    flagsOf(key, taken),
  );
  return [...own, ...globalOptions.map(({ name }) => name), '--help'];
}
