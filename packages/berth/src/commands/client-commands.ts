import { clientCommands, type ListedClientCommand } from '@berth/cli/command-table.ts';
import type { Command, CommandContext } from './command.ts';
import type { ListedCommand } from './commands.ts';

/** The commands that ask a cloud, as commands of berth, by what they are about. */
export const clientGroups: Readonly<Record<string, readonly ListedCommand[]>> = Object.fromEntries(
  Object.entries(clientCommands).map(([title, listed]) => [title, listed.map(asCommand)]),
);

function asCommand(listed: ListedClientCommand): ListedCommand {
  return { ...listed, load: () => loaded(listed) };
}

/** What sends requests is loaded when one is to be sent: help does without. */
async function loaded({ name, summary, load }: ListedClientCommand): Promise<Command> {
  const [command, { renderCommandHelp }] = await Promise.all([
    load(),
    import('@berth/cli/command/render-help.ts'),
  ]);
  return {
    description: summary,
    settings: [],
    help: () => renderCommandHelp(name, summary, command),
    run: async (context) => {
      const { runClientCommand } = await import('@berth/cli/run-client-command.ts');
      return runClientCommand(name, command, context.args, await outsideOf(context));
    },
  };
}

async function outsideOf(context: CommandContext) {
  const [{ writeFileSync }, { setTimeout: pause }] = await Promise.all([
    import('node:fs'),
    import('node:timers/promises'),
  ]);
  const { environment, readText, print, complain, stopSignal, terminal, confirm = null } = context;
  let isShown = false;
  return {
    environment,
    readText,
    writeSecret: (path: string, text: string) => writeFileSync(path, text, { mode: 0o600 }),
    print,
    complain,
    progress: (text: string) => {
      if (text !== '' || isShown) terminal?.overwrite(text);
      isShown = text !== '';
    },
    pause: (ms: number) => pause(ms),
    terminalWidth: terminal?.width ?? null,
    hasColours: terminal !== undefined && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb',
    stopSignal,
    confirm,
  };
}
