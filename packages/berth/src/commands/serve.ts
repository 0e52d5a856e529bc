import { ledgerName } from '../config/ledger-place.ts';
import { loadConfig, type LoadedConfig } from '../config/load-config.ts';
import { type Config, settingsOfService } from '../config/settings.ts';
import { programVersion } from '../program-version.ts';
import { EventCounts } from '../metrics/event-counts.ts';
import type { FakeHosts } from '../host/fake-hosts.ts';
import type { Log } from '../log/log.ts';
import { type OpenedLog, openLog } from '../log/open-log.ts';
import type { OpenedCloud } from '../opening/opened-cloud.ts';
import type { ListeningServer } from '../serving/listen.ts';
import { startServing } from '../serving/start-serving.ts';
import { tellSystemd } from '../serving/tell-systemd.ts';
import type { Command, CommandContext, ExitCode } from './command.ts';
import { Reloading } from './reloading.ts';

export const serve: Command = {
  description: `Opens the ledger (and makes it, if there is none), and serves the Placement API, at the root, and compute, at
/compute/v2.1, until it is told to end by SIGTERM or SIGINT. It then takes no more connections, answers what it has accepted and closes the ledger. A second signal
ends it at once. It ends by itself, with status 1, when the ledger can no longer be written or one of several workers is gone.

SIGHUP makes it read its settings, the policy files and its certificate again, and open its log file anew; see docs/operating.md.`,
  settings: settingsOfService(),
  run,
};

function run(context: CommandContext): Promise<ExitCode> {
  return serveUntilStopped(context, loadConfig(context));
}

/** What is being served, for whoever started it. */
export interface Served {
  readonly cloud: OpenedCloud;
  readonly url: string;
  /** Resolves when the made-up hosts are there, if there are to be some. */
  readonly hostsReady: Promise<void>;
}

/** Settings → log → ledger and service → server, and all the way back. Where `onServed` fails, it ends. */
export async function serveUntilStopped(
  context: CommandContext,
  { config, origins }: LoadedConfig,
  onServed: (served: Served) => Promise<void> = async () => {},
): Promise<ExitCode> {
  const events = new EventCounts();
  const opened = openLog(config, events, context.logTarget);
  const { log } = opened;
  log.debug({ origins }, 'where the settings come from');

  const cloud = withLog(await context.openCloud(config, log, events), opened);
  try {
    // From before anybody can reach it: who does may want to end it right away.
    const stopped = context.stopSignal();
    const server = await startServing(cloud, config, log, events);
    await Promise.race([cloud.announce(server.url), stopped]);
    log.info(factsOf(cloud, config, server), 'ready');
    tellSystemd(context.environment, log, `serving at ${server.url}`);
    const hosts = await startFakeHosts(cloud, config, log);
    const reloading = new Reloading({ context, config, cloud, server, opened, events });
    const stopReloading = context.onHangup?.(() => reloading.ask());
    const begun = onServed({ cloud, url: server.url, hostsReady: hosts?.ready ?? Promise.resolve() });

    const end = await Promise.race([
      begun.then(
        () => new Promise<never>(() => {}),
        (reason: unknown) => ({ code: 1, reason, what: 'it could not be made ready' }) as const,
      ),
      stopped.then((signal) => ({ code: 0, signal }) as const),
      cloud.failed.then(
        (reason) => ({ code: 1, reason, what: 'the ledger can no longer be written' }) as const,
      ),
      ...('failed' in server
        ? [server.failed.then((reason) => ({ code: 1, reason, what: 'a worker is gone' }) as const)]
        : []),
    ]);
    stopReloading?.();
    if (end.code === 0) log.info({ signal: end.signal }, 'stopping');
    else log.fatal({ err: end.reason }, end.what);

    await hosts?.close();
    await server.close();
    return end.code;
  } finally {
    await cloud.close();
    log.info('stopped');
    // What cannot be written by then is not waited for.
    await opened.output?.settle(lastLinesMs);
  }
}

const lastLinesMs = 1_000;

/** Loaded when they are wanted: what is for hosts is of no use to anybody else here. */
async function startFakeHosts(cloud: OpenedCloud, config: Config, log: Log): Promise<FakeHosts | null> {
  if (config.fakeHosts === 0) return null;
  const startedMs = performance.now();
  const hosts = new (await import('../host/fake-hosts.ts')).FakeHosts(
    cloud.handle,
    config,
    log,
    cloud.tokenFor,
  );
  void hosts.ready.then(() => {
    const ms = Math.round(performance.now() - startedMs);
    log.info({ hosts: config.fakeHosts, ms }, 'fake hosts are ready');
  });
  return hosts;
}

/** With what the log has to tell of itself, where it cannot be told in the log. */
function withLog(cloud: OpenedCloud, { output }: OpenedLog): OpenedCloud {
  if (output === null) return cloud;
  return {
    ...cloud,
    remarks: async () => [
      ...(await cloud.remarks()),
      ...(output.trouble === null ? [] : ['the log cannot be written']),
    ],
    metricsSource: {
      ...cloud.metricsSource,
      gauges: () => ({ ...cloud.metricsSource.gauges(), berth_log_waiting_bytes: output.waiting }),
    },
  };
}

/** What an operator wants to see at a glance. */
function factsOf(cloud: OpenedCloud, config: Config, { url, ownUrls }: ListeningServer): object {
  const { workers, authStrategy: auth } = config;
  const gauges = cloud.metricsSource.gauges();
  return {
    version: programVersion,
    url,
    ...ownPortsTold(ownUrls),
    ledger: ledgerName(config.ledgerPath),
    change: gauges.berth_change_number,
    providers: gauges.berth_providers,
    consumers: gauges.berth_consumers,
    allocations: gauges.berth_allocations,
    auth,
    ...(workers > 1 ? { workers } : {}),
  };
}

/** `ownPorts: { compute: 'http://127.0.0.1:8774' }`, where there are some. */
function ownPortsTold(ownUrls: ListeningServer['ownUrls']): object {
  const told = Object.entries(ownUrls).map(([mount, url]) => [mount.slice(1), url]);
  return told.length === 0 ? {} : { ownPorts: Object.fromEntries(told) };
}
