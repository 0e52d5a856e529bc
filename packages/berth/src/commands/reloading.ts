import { isDeepStrictEqual } from 'node:util';
import { readSchemaFiles } from '@berth/extra-specs/operator/schema-files.ts';
import { ConfigError } from '../config/config-error.ts';
import { sentConfig } from '../config/config-for-thread.ts';
import { loadConfig } from '../config/load-config.ts';
import type { Setting } from '../config/setting.ts';
import { type Config, settingEntries } from '../config/settings.ts';
import type { EventCounts } from '../metrics/event-counts.ts';
import type { ListeningServer } from '../serving/listen.ts';
import type { OpenedLog } from '../log/open-log.ts';
import type { OpenedCloud } from '../opening/opened-cloud.ts';
import {
  putInForce,
  type ReloadableConfig,
  type Reloaded,
  reloadableKeys,
  textIn,
  textsOf,
} from '../serving/reloaded.ts';
import type { ThreadedServer } from '../workers/serve-on-threads.ts';
import type { CommandContext } from './command.ts';

export interface ReloadingOptions {
  readonly context: Pick<CommandContext, 'args' | 'environment' | 'readText'>;
  readonly config: Config;
  readonly cloud: Pick<OpenedCloud, 'live'>;
  readonly server: ListeningServer | ThreadedServer;
  readonly opened: OpenedLog;
  readonly events: EventCounts;
}

/**
 * Reads again what can be read again while it serves. Each part by itself: what is wrong with one is told in the log, leaves
 * that part as it was, and keeps no other from being done.
 */
export class Reloading {
  readonly #options: ReloadingOptions;
  #config: Config;
  /** One after the other, and those that are asked for during one are done by the next. */
  #isUnderWay = false;
  #isAskedAgain = false;

  constructor(options: ReloadingOptions) {
    this.#options = options;
    this.#config = options.config;
  }

  ask(): void {
    if (this.#isUnderWay) this.#isAskedAgain = true;
    else void this.#reload();
  }

  async #reload(): Promise<void> {
    this.#isUnderWay = true;
    do {
      this.#isAskedAgain = false;
      // First: who has moved the log file away waits for it, whatever is wrong with the settings.
      await this.#attempt('the log file', async () => this.#options.opened.reopen());
      await this.#attempt('certificate and key', () => this.#options.server.reloadTls());
      await this.#attempt('settings and policy', () => this.#reloadSettings());
    } while (this.#isAskedAgain);
    this.#isUnderWay = false;
  }

  async #attempt(part: string, reload: () => Promise<void>): Promise<void> {
    const { opened, events } = this.#options;
    try {
      await reload();
      events.count('berth_reloads_total', 'done');
    } catch (err) {
      events.count('berth_reloads_total', 'failed');
      const problems = err instanceof ConfigError ? { problems: err.problems } : { err };
      opened.log.error({ part, ...problems }, 'could not be read again, and stays as it was');
    }
  }

  async #reloadSettings(): Promise<void> {
    const { context, server, cloud, opened } = this.#options;
    const { log } = opened;
    const { config } = loadConfig(context);
    const texts = textsOf(config, context.readText);
    // All that can be wrong is found here, before anything changes in any thread.
    const warnings = cloud.live.warningsOf(config, textIn(texts));
    const schemas = readSchemaFiles(config.extraSpecsSchemas);
    const schemaWarnings = cloud.live.extraSpecs.warningsIn(schemas);
    const reloaded: Reloaded = { config: reloadablesOf(config), texts, schemas };
    if ('reload' in server) await server.reload(reloaded);
    else putInForce(reloaded, cloud.live, log);
    for (const { file, warning } of warnings) log.warn({ policyFile: file }, warning);
    for (const warning of schemaWarnings) log.warn(warning);
    const changed = this.#changed(config);
    const late = changed.filter(({ isReloadable }) => !isReloadable).map(({ path }) => path);
    const taken = changed.filter(({ isReloadable }) => isReloadable).map(({ path }) => path);
    log.info({ changed: taken }, 'settings and policy read again');
    if (late.length > 0) log.warn({ settings: late }, 'changed settings that count from the next start on');
    this.#config = { ...this.#config, ...reloaded.config };
  }

  #changed(config: Config): Setting<unknown>[] {
    const [before, after] = [sentConfig(this.#config), sentConfig(config)];
    return settingEntries().flatMap(([key, setting]) =>
      isDeepStrictEqual(before[key], after[key]) ? [] : [setting],
    );
  }
}

function reloadablesOf(config: Config): ReloadableConfig {
  // Each key with its own value.
  return Object.fromEntries(reloadableKeys.map((key) => [key, config[key]])) as unknown as ReloadableConfig;
}
