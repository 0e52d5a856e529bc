import { ledgerName } from '../config/ledger-place.ts';
import { loadConfig } from '../config/load-config.ts';
import type { Config } from '../config/settings.ts';
import { assembleService } from '../serving/assemble-service.ts';
import { type ListeningServer, listen } from '../serving/listen.ts';
import { createLog, type Log } from '../serving/log.ts';
import type { OpenedPlacement } from '../serving/opened-placement.ts';
import type { ThreadedServer } from '../workers/serve-on-threads.ts';
import type { Command, CommandContext, ExitCode } from './command.ts';

export const serve: Command = {
  name: 'serve',
  summary: 'Serve the Placement API.',
  description: `Opens the ledger (and makes it, if there is none), and serves the Placement API until it is told to end by
SIGTERM or SIGINT. It then takes no more connections, answers what it has accepted and closes the ledger. A second signal
ends it at once. It ends by itself, with status 1, when the ledger can no longer be written or one of several workers is gone.`,
  run,
};

/** Settings → ledger and service → server, and all the way back. */
async function run(context: CommandContext): Promise<ExitCode> {
  const { config, origins } = loadConfig(context);
  const log = logOf(config, context);
  log.debug({ origins }, 'where the settings come from');

  const placement = await context.openPlacement(config, log);
  try {
    const server = await start(placement, config, log);
    await placement.announce(server.url);
    const ledger = ledgerName(config.ledgerPath);
    const { workers, authStrategy: auth } = config;
    log.info({ url: server.url, ledger, auth, ...(workers > 1 ? { workers } : {}) }, 'ready');

    const end = await Promise.race([
      context.stopSignal().then((signal) => ({ code: 0, signal }) as const),
      placement.failed.then(
        (reason) => ({ code: 1, reason, what: 'the ledger can no longer be written' }) as const,
      ),
      ...('failed' in server
        ? [server.failed.then((reason) => ({ code: 1, reason, what: 'a worker is gone' }) as const)]
        : []),
    ]);
    if (end.code === 0) log.info({ signal: end.signal }, 'stopping');
    else log.fatal({ err: end.reason }, end.what);

    await server.close();
    return end.code;
  } finally {
    await placement.close();
    log.info('stopped');
  }
}

/** Several threads write one log, so each line says which one it is from. */
function logOf(config: Config, { logTarget }: CommandContext): Log {
  const log = createLog(config, logTarget);
  return config.workers > 1 ? log.child({ worker: 1 }) : log;
}

async function start(
  placement: OpenedPlacement,
  config: Config,
  log: Log,
): Promise<ListeningServer | ThreadedServer> {
  if (config.workers === 1) return await listen(assembleService(placement, config, log), config, log);
  const { serveOnThreads } = await import('../workers/serve-on-threads.ts');
  return await serveOnThreads(placement, config, log);
}
