import { ConfigError } from '../config/config-error.ts';
import { LedgerPlace } from '../config/ledger-place.ts';
import { loadConfig, type LoadedConfig } from '../config/load-config.ts';
import { Secret } from '@berth/client/credentials/secret.ts';
import { type Config, type SettingKey, settingEntries } from '../config/settings.ts';
import { ownArguments } from './own-arguments.ts';
import { cloudRules } from '../cloud/cloud-rules.ts';
import { LiveExtraSpecs } from '../serving/live-extra-specs.ts';
import { policyFileKeys, policyNames, policyOf } from '../serving/service-policies.ts';
import type { Command, CommandContext, ExitCode } from './command.ts';

export const configCheck: Command = {
  description: `Reads the settings as berth serve would, from options, variables and the file, and the policy files and schemas that they name. Prints
every setting that is not as built in (with --all, every one) with its value and where it comes from; secrets are not shown. Ends
with status 2, and says what is wrong, if berth serve would not start with them. Nothing is opened or asked.

  --all
      Show the settings that are as built in, too.
  --json
      Print one JSON object instead of lines.`,
  settings: 'all',
  run,
};

async function run(context: CommandContext): Promise<ExitCode> {
  const { switches, positionals, rest } = ownArguments(context.args, { all: 'switch', json: 'switch' });
  const loaded = loadConfig({ ...context, args: [...positionals, ...rest] });
  const warnings = [...policyWarnings(context, loaded), ...schemaWarnings(loaded.config)];
  const shown = settingEntries()
    .map(([key, { path }]) => ({ path, value: valueText(loaded.config[key]), origin: loaded.origins[key] }))
    .filter(({ origin }) => switches.has('all') || origin !== 'default');
  if (switches.has('json')) {
    const settings = Object.fromEntries(shown.map(({ path, value, origin }) => [path, { value, origin }]));
    context.print(JSON.stringify({ settings, warnings }, null, 2));
    return 0;
  }
  const width = Math.max(0, ...shown.map(({ path }) => path.length));
  for (const { path, value, origin } of shown) {
    const isNamed = origin.endsWith(`: ${path}`);
    const from = isNamed ? origin.slice(0, -path.length - 2) : origin;
    context.print(`${path.padEnd(width)}  ${value ?? '(not set)'}  (${from})`);
  }
  if (shown.length === 0) context.print('everything is as built in');
  for (const warning of warnings) context.complain(`berth: ${warning}`);
  context.print('the settings are in order');
  return 0;
}

/** The files are read as well: a service with a policy that cannot be read does not start. */
function policyWarnings({ readText }: CommandContext, { config, origins }: LoadedConfig): readonly string[] {
  return policyNames.flatMap((name) => {
    try {
      return policyOf(name, config, cloudRules, readText).describe().warnings;
    } catch (error) {
      if (!(error instanceof Error) || error instanceof ConfigError) throw error;
      throw new ConfigError([`${origins[policyFileKeys[name]]}: ${error.message}`]);
    }
  });
}

/** Files with errors do not keep a service from starting, but from reading settings again. */
function schemaWarnings(config: Config): readonly string[] {
  return new LiveExtraSpecs({ ...config, extraSpecsPlugins: [] }).problems;
}

/** As it would be read again, more or less; null for what is not set. What holds a secret prints without it. */
function valueText(value: Config[SettingKey]): string | null {
  if (value === null) return null;
  return typeof value === 'object' && !(value instanceof Secret || value instanceof LedgerPlace)
    ? value.join(',')
    : value.toString();
}
