import { type HttpServer, serveHttp } from '@berth/api-kit/server/http-server.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import { ledgerName } from '../config/ledger-place.ts';
import { loadConfig } from '../config/load-config.ts';
import type { Config } from '../config/settings.ts';
import { assembleService } from '../serving/assemble-service.ts';
import { createLog, type Log } from '../serving/log.ts';
import { renderFailure } from '../serving/render-failure.ts';
import type { Command, CommandContext, ExitCode } from './command.ts';

export const serve: Command = {
  name: 'serve',
  summary: 'Serve the Placement API.',
  description: `Opens the ledger (and makes it, if there is none), and serves the Placement API until it is told to end by
SIGTERM or SIGINT. It then takes no more connections, answers what it has accepted and closes the ledger. A second signal
ends it at once. It ends by itself, with status 1, when the ledger can no longer be written.`,
  run,
};

/** Settings → ledger and service → server, and all the way back. */
async function run(context: CommandContext): Promise<ExitCode> {
  const { config, origins } = loadConfig(context);
  const log = createLog(config, context.logTarget);
  log.debug({ origins }, 'where the settings come from');

  const placement = await context.openPlacement(config, log);
  try {
    const server = await listen(assembleService(placement, config, log), config, log);
    await placement.announce(server.url);
    const ledger = ledgerName(config.ledgerPath);
    log.info({ url: server.url, ledger, auth: config.authStrategy }, 'ready');

    const end = await Promise.race([
      context.stopSignal().then((signal) => ({ code: 0, signal }) as const),
      placement.failed.then((reason) => ({ code: 1, reason }) as const),
    ]);
    if (end.code === 0) log.info({ signal: end.signal }, 'stopping');
    else log.fatal({ err: end.reason }, 'the ledger can no longer be written');

    await server.close();
    return end.code;
  } finally {
    await placement.close();
    log.info('stopped');
  }
}

function listen(service: Handle, config: Config, log: Log): Promise<HttpServer> {
  return serveHttp(service, {
    host: config.host,
    port: config.port,
    renderFailure,
    log,
    trustsForwarded: config.trustsForwarded,
    limits: {
      bodyBytes: config.bodyLimitBytes,
      requestMs: config.requestTimeoutMs,
      connections: config.maxConnections,
      graceMs: config.shutdownGraceMs,
    },
  });
}
