import { setTimeout as pause } from 'node:timers/promises';
import { HostAgent } from '@berth/host/agent/host-agent.ts';
import { HostLocked, type HostLock, lockHost } from '@berth/host/agent/host-lock.ts';
import type { Driver } from '@berth/host/driver.ts';
import { ReportClient } from '@berth/host/report-client/report-client.ts';
import { FatalUpdate } from '@berth/host/tracker/pass-report.ts';
import { ResourceTracker } from '@berth/host/tracker/resource-tracker.ts';
import type { CommandContext, ExitCode } from '../commands/command.ts';
import { ConfigError } from '../config/config-error.ts';
import { loadConfig } from '../config/load-config.ts';
import type { Config } from '../config/settings.ts';
import { type OpenedLog, openLog } from '../log/open-log.ts';
import { EventCounts } from '../metrics/event-counts.ts';
import { programVersion } from '../program-version.ts';
import { computeAgentOf } from './compute-agent-of.ts';
import { HostLog } from './host-log.ts';
import { isDisabledBy, type LoadedHost, loadHost } from './load-host.ts';
import { placementTransport } from './placement-transport.ts';
import { readProviderConfigs } from './read-provider-configs.ts';

/** What can become other while it runs. */
type Live = { -readonly [Key in 'configs' | 'isDisabled']: LoadedHost[Key] };

/** Settings → log → driver and way to Placement → agent, and all the way back. */
export async function runHost(context: CommandContext): Promise<ExitCode> {
  const { config } = loadConfig(context);
  await using closing = new AsyncDisposableStack();
  const opened = openLog(config, new EventCounts(), context.logTarget);
  // What cannot be written by then is not waited for.
  closing.defer(async () => {
    await opened.output?.settle(lastMs);
  });
  const { log } = opened;
  const warn = (text: string) => log.warn(text);

  let lock: HostLock | null = null;
  // When the way to Placement is closed: until then a pass that was cut off may still send something.
  closing.defer(() => lock?.release());
  const transport = placementTransport(config, context.environment);
  closing.defer(() => transport.close());
  const { driver, configs, isDisabled } = await loadHost(config, { warn });
  const live: Live = { configs, isDisabled };
  closing.defer(() => closeDriver(driver, opened));
  try {
    lock = lockHost(config.hostStateDirectory);
  } catch (error) {
    if (!(error instanceof HostLocked)) throw error;
    log.fatal({ reason: error.message, advice: lockedAdvice }, 'the host cannot start');
    return 1;
  }

  const hostLog = new HostLog(log);
  const tracker = new ResourceTracker({
    driver,
    client: new ReportClient(transport, { refreshMs: config.agentRefreshMs }),
    configs: () => live.configs,
    isDisabled: () => live.isDisabled,
    onReshape: (plan) => hostLog.reshapeBegins(plan),
  });
  const agent = new HostAgent({
    tracker,
    intervalMs: config.agentIntervalMs,
    graceMs: config.shutdownGraceMs,
    onPass: (pass) => hostLog.pass(pass),
  });
  // From before anybody can ask how it is: who does may want to end it right away.
  const stop = stopWith(context, opened);
  const health = await serveHealthOf(agent, config, opened);
  closing.defer(() => health?.close());
  log.info(factsOf(config, health?.url ?? null), 'starting');
  const stopReloading = context.onHangup?.(() => {
    reload(context, live, opened);
    agent.wake();
  });
  closing.defer(() => stopReloading?.());

  const compute = await computeAgentOf(config, driver, transport, log);
  const ending = new AbortController();
  const working = compute?.run(AbortSignal.any([stop, ending.signal]));
  // Whose nodes these are is known before anything is said of them: else it might not be ours to say.
  await compute?.registered;
  try {
    return await runAgent(agent, stop, hostLog, opened);
  } finally {
    ending.abort();
    await working;
  }
}

const lockedAdvice = 'Stop that process first, or give each host a state directory of its own';

/** How long the log and the driver may take for their end. */
const lastMs = 1_000;

async function runAgent(
  agent: HostAgent,
  stop: AbortSignal,
  hostLog: HostLog,
  { log }: OpenedLog,
): Promise<ExitCode> {
  try {
    const end = await agent.run(stop);
    if (end === 'cut off')
      log.warn('the pass that was under way has been cut off; the next start takes it up');
    log.info('stopped');
    return 0;
  } catch (error) {
    if (!(error instanceof FatalUpdate)) throw error;
    hostLog.cannotStart(error.report);
    return 1;
  }
}

/** One that has got stuck, or fails, does not keep the process from ending well. */
async function closeDriver(driver: Driver, { log }: OpenedLog): Promise<void> {
  const over = new AbortController();
  try {
    await Promise.race([driver.close?.(), pause(lastMs, undefined, { signal: over.signal })]);
  } catch (error) {
    log.warn(
      { reason: error instanceof Error ? error.message : String(error) },
      'the driver could not be closed',
    );
  } finally {
    over.abort();
  }
}

function stopWith({ stopSignal }: CommandContext, { log }: OpenedLog): AbortSignal {
  const stop = new AbortController();
  void stopSignal().then((signal) => {
    log.info({ signal }, 'stopping');
    stop.abort();
  });
  return stop.signal;
}

/** Loaded when it is wanted: a host that listens nowhere needs no server. */
async function serveHealthOf({ record }: HostAgent, config: Config, { log }: OpenedLog) {
  if (config.healthPort === null) return null;
  const { serveHealth } = await import('./serve-health.ts');
  return await serveHealth(record, config.healthPort, config, log);
}

/** Settings and configuration all together, or none of them: what is wrong is told, and the host goes on with what it had. */
function reload(context: CommandContext, live: Live, opened: OpenedLog): void {
  const { log } = opened;
  // First: who has moved the log file away waits for it, whatever is wrong with the settings.
  try {
    opened.reopen();
  } catch (err) {
    log.error({ err }, 'the log file could not be opened anew, and is written on');
  }
  try {
    const { config } = loadConfig(context);
    const configs = readProviderConfigs(config, (text) => log.warn(text));
    live.configs = configs;
    live.isDisabled = isDisabledBy(config);
    log.level = config.logLevel;
    log.info(
      { disabled: live.isDisabled, configured: configs.length },
      'settings and provider configuration read again',
    );
  } catch (err) {
    const problems = err instanceof ConfigError ? { problems: err.problems } : { err };
    log.error(problems, 'could not be read again, and stay as they were');
  }
}

function factsOf(config: Config, healthUrl: string | null): object {
  const { hostDriver, placementUrl, osCloud, hostStateDirectory, agentIntervalMs, isHostDisabled } = config;
  return {
    version: programVersion,
    driver: hostDriver,
    placement: placementUrl ?? 'as the catalog says',
    ...(osCloud === null ? {} : { cloud: osCloud }),
    stateDirectory: hostStateDirectory,
    intervalMs: agentIntervalMs,
    ...(isHostDisabled ? { disabled: true } : {}),
    ...(healthUrl === null ? {} : { health: healthUrl }),
  };
}
