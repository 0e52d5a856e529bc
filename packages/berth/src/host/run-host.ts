import { setTimeout as pause } from 'node:timers/promises';
import { HostAgent } from '@berth/host/agent/host-agent.ts';
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
import { type LoadedHost, loadHost } from './load-host.ts';
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

  const transport = placementTransport(config, context.environment);
  closing.defer(() => transport.close());
  const { driver, configs, isDisabled } = await loadHost(config, { warn });
  const live: Live = { configs, isDisabled };
  // One that has got stuck must not keep the process from ending.
  closing.defer(() => Promise.race([driver.close?.(), pause(lastMs, undefined, { ref: false })]));

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
    return await runAgent(agent, stop, opened);
  } finally {
    ending.abort();
    await working;
  }
}

/** How long the log and the driver may take for their end. */
const lastMs = 1_000;

async function runAgent(agent: HostAgent, stop: AbortSignal, { log }: OpenedLog): Promise<ExitCode> {
  try {
    const end = await agent.run(stop);
    if (end === 'cut off')
      log.warn('the pass that was under way has been cut off; the next start takes it up');
    log.info('stopped');
    return 0;
  } catch (error) {
    if (!(error instanceof FatalUpdate)) throw error;
    for (const { node, error: reason, advice, isFatal } of error.report.failures) {
      const facts = { node: node?.name, reason: reason.message, advice };
      if (isFatal) log.fatal(facts, 'the host cannot start');
      else log.error(facts, 'Placement could not be brought up to date');
    }
    return 1;
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

/** All of it, or nothing: what is wrong is told, and the host goes on with what it had. */
function reload(context: CommandContext, live: Live, opened: OpenedLog): void {
  const { log } = opened;
  opened.reopen();
  try {
    const { config } = loadConfig(context);
    const configs = readProviderConfigs(config, (text) => log.warn(text));
    live.configs = configs;
    live.isDisabled = config.isHostDisabled;
    log.level = config.logLevel;
    log.info(
      { disabled: live.isDisabled, configured: configs.length },
      'settings and provider configuration read again',
    );
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    log.error({ problems: error.problems }, 'could not be read again, and stay as they were');
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
