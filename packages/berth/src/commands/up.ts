import { ConfigError } from '../config/config-error.ts';
import { loadConfig } from '../config/load-config.ts';
import { type SettingKey, settingsOfService } from '../config/settings.ts';
import { shownArgument } from '../config/shown-argument.ts';
import { readServingNote } from '../serving/serving-note.ts';
import { CloudDirectory } from '../up/cloud-directory.ts';
import { cloudsFile } from '../up/clouds-file.ts';
import { collectGarbage } from '../up/collect-garbage.ts';
import { firstScreen } from '../up/first-screen.ts';
import { furnish } from '../up/furnish.ts';
import type { Command, CommandContext, ExitCode } from './command.ts';
import { ownArguments } from './own-arguments.ts';
import { serveUntilStopped } from './serve.ts';

export const up: Command = {
  description: `Runs a whole cloud in this process, to try it, or to develop against: identity, compute with three made-up hosts, images and placement
on one port; with a project and user demo, a few flavors and an image in it, and a clouds.yaml for every client of OpenStack's. What it keeps is in
one directory, and there the next time. It takes all options of berth serve, too, which is for what is meant to last.

  --directory DIRECTORY
      Where it keeps its state (./berth-cloud).
  --fresh
      Begin anew: what is there is deleted, after asking.
  --yes
      Do not ask.`,
  settings: settingsOfService(),
  run,
};

async function run(context: CommandContext): Promise<ExitCode> {
  const startedMs = performance.now();
  const own = { directory: 'text', fresh: 'switch', yes: 'switch' } as const;
  const { values, switches, positionals, rest } = ownArguments(context.args, own);
  if (positionals[0] !== undefined)
    throw new ConfigError([`${shownArgument(positionals[0])}: not expected here`]);
  const home = new CloudDirectory(values.directory ?? './berth-cloud');
  if (switches.has('fresh') && home.isUsed && !(await isDeleted(home, context, switches.has('yes'))))
    return 1;
  const passwords = home.passwords();
  const loaded = loadConfig({ ...context, args: rest, defaults: usualIn(home) });
  return serveUntilStopped(context, loaded, async ({ cloud, url, hostsReady }) => {
    if (!home.isFurnished) {
      await furnish(cloud.handle, passwords);
      home.noteFurnished();
    }
    home.writeClouds(
      cloudsFile(url, [
        { name: 'demo', password: passwords.demo },
        { name: 'admin', password: passwords.admin },
      ]),
    );
    await hostsReady;
    const tookMs = Math.round(performance.now() - startedMs);
    context.print(firstScreen(home, { url, hosts: loaded.config.fakeHosts, tookMs }));
    // When the screen is out.
    setImmediate(collectGarbage);
  });
}

/** What `berth serve` would have to be told. */
function usualIn(home: CloudDirectory): Readonly<Partial<Record<SettingKey, string>>> {
  return {
    ledgerPath: home.ledger,
    logFile: home.log,
    authStrategy: 'identity',
    identityAdminPasswordFile: home.adminPasswordFile,
    fakeHosts: '3',
  };
}

async function isDeleted(
  home: CloudDirectory,
  { confirm }: CommandContext,
  isSure: boolean,
): Promise<boolean> {
  if (!isSure && confirm === undefined)
    throw new ConfigError(['--fresh: nobody can be asked; say --yes, too']);
  if (!isSure && !(await confirm?.(`Delete the cloud in ${home.path}, with all that is in it?`)))
    return false;
  const note = readServingNote(home.ledger);
  if (note !== null && isAlive(note.pid))
    throw new Error(`the cloud in ${home.path} is up, in process ${note.pid}`);
  home.remove();
  return true;
}

/** One that was killed has left its note. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
