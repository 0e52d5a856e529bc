import { clientCommands } from '@berth/cli/command-table.ts';
import { type CompletedCommand, completionTree } from '@berth/cli/completion/completion-tree.ts';
import { flagsOfCommand } from '@berth/cli/completion/flags-of-command.ts';
import { completionScript, shells } from '@berth/cli/completion/shell-scripts.ts';
import { ConfigError } from '../config/config-error.ts';
import { flagOf } from '../config/setting.ts';
import { settingEntries } from '../config/settings.ts';
import type { Command, CommandContext, ExitCode } from './command.ts';
import { commands } from './commands.ts';
import { ownArguments } from './own-arguments.ts';

export const complete: Command = {
  description: `Prints a script after which the shell completes commands and options of berth. For one session:

  source <(berth complete)                     # bash
  source <(berth complete --shell zsh)         # zsh
  berth complete --shell fish | source         # fish

  --shell bash|zsh|fish
      The shell; bash, unless told.`,
  settings: [],
  run,
};

async function run(context: CommandContext): Promise<ExitCode> {
  const { values, positionals, rest } = ownArguments(context.args, { shell: 'text' });
  const asked = values.shell ?? 'bash';
  const shell = shells.find((each) => each === asked);
  if (shell === undefined) throw new ConfigError([`--shell: must be one of ${shells.join(', ')}`]);
  if (positionals.length + rest.length > 0) throw new ConfigError(['it takes nothing but --shell']);
  context.print(
    completionScript(shell, completionTree([...(await ownCommands()), ...(await askingCommands())])),
  );
  return 0;
}

async function ownCommands(): Promise<readonly CompletedCommand[]> {
  return Promise.all(
    commands.map(async ({ name, load }) => {
      const { settings } = await load();
      const flags = settingEntries()
        .filter(([key]) => settings === 'all' || settings.includes(key))
        .flatMap(([, setting]) => flagOf(setting) ?? []);
      return { name, flags: [...flags, '--config', '--help'] };
    }),
  );
}

async function askingCommands(): Promise<readonly CompletedCommand[]> {
  const listed = Object.values(clientCommands).flat();
  const each = await Promise.all(
    listed.map(async ({ name, alias, load }) => {
      const flags = flagsOfCommand(await load());
      return [{ name, flags }, ...(alias === undefined ? [] : [{ name: alias, flags }])];
    }),
  );
  return each.flat();
}
