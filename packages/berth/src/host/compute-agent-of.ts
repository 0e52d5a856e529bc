import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Transport } from '@berth/client/transport.ts';
import { ComputeAgent } from '@berth/host/compute/compute-agent.ts';
import type { Driver } from '@berth/host/driver.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Config } from '../config/settings.ts';
import type { Log } from '../log/log.ts';

/** The agent of a compute host, where the settings say that this is one; null where not. */
export async function computeAgentOf(
  config: Config,
  driver: Driver,
  transport: Transport,
  log: Log,
): Promise<ComputeAgent | null> {
  if (!config.isComputeHost) return null;
  const { guests } = driver;
  if (guests === undefined) {
    throw new ConfigError([`--compute-host: the driver ${config.hostDriver} runs no machines`]);
  }
  const nodes = await driver.nodes();
  const [first] = nodes;
  const host = config.hostName ?? (nodes.length === 1 && first ? first.name : hostname());
  log.info({ host, atOnce: config.ordersAtOnce }, 'this is a compute host');
  return new ComputeAgent({
    transport,
    name: { host, agent: randomUUID() },
    driver: { nodes: () => driver.nodes(), guests },
    log,
    atOnce: config.ordersAtOnce,
    graceMs: config.shutdownGraceMs,
    waitSeconds: Math.max(1, Math.min(25, Math.floor(config.placementTimeoutMs / 2_000))),
  });
}
