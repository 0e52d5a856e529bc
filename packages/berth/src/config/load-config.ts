import { checkConfig } from './check-config.ts';
import { ConfigError } from './config-error.ts';
import type { Given, Reading } from './given.ts';
import { configVariable, type Environment, readEnvironment } from './read-environment.ts';
import { readFile } from './read-file.ts';
import { readFlags } from './read-flags.ts';
import { Secret } from '@berth/client/credentials/secret.ts';
import type { Setting } from './setting.ts';
import { type Config, type SettingKey, settingEntries } from './settings.ts';

export interface ConfigSources {
  readonly args: readonly string[];
  readonly environment: Environment;
  /** Throws what node:fs throws. */
  readonly readText: (path: string) => string;
  /** What counts instead of what is built in, where nobody has said anything. */
  readonly defaults?: Readonly<Partial<Record<SettingKey, string>>>;
  /** Told what is no mistake, but unwise. */
  readonly complain?: (text: string) => void;
}

export interface LoadedConfig {
  readonly config: Config;
  /** Where each value comes from: '--port', 'BERTH_PORT', 'berth.yaml:3: server.port', or 'default'. */
  readonly origins: Readonly<Record<SettingKey, string>>;
}

/** Flags count before variables, these before the file, and the file before what is built in. */
export function loadConfig({
  args,
  environment,
  readText,
  defaults = {},
  complain = () => {},
}: ConfigSources): LoadedConfig {
  const flags = readFlags(args);
  const variables = readEnvironment(environment);
  const file = readNamedFile(flags.configFile, environment[configVariable], readText);
  const readings = [flags, variables, file];
  const problems = readings.flatMap((reading) => reading.problems);

  const values: Partial<Record<SettingKey, unknown>> = {};
  const origins: Partial<Record<SettingKey, string>> = {};
  for (const [key, setting] of settingEntries()) {
    const given = readings.map((reading) => reading.given.get(key)).find((each) => each !== undefined);
    const value = valueOf(setting, given, defaults[key] ?? setting.default);
    if (value === undefined && given !== undefined) problems.push(badValue(setting, given));
    values[key] = value;
    origins[key] = given?.origin ?? 'default';
  }
  if (problems.length > 0) throw new ConfigError(problems);

  // Every key of the table has got its value, of the type that its own setting parses.
  const config = withPassword(values as Config, readText);
  const contradictions = checkConfig(config);
  if (contradictions.length > 0) throw new ConfigError(contradictions);
  if (config.ledgerPath.hasPassword && flags.given.has('ledgerPath')) complain(passwordIsSeen);
  return { config, origins: origins as Record<SettingKey, string> };
}

const passwordIsSeen =
  'berth: --ledger has a password in it, and everybody on this machine can read command lines: have it in the file that ' +
  'PGPASSFILE names, or give the URL as BERTH_LEDGER or in the file with the settings.';

function readNamedFile(
  fromFlag: string | null,
  fromVariable: string | undefined,
  readText: (path: string) => string,
): Reading {
  const path = fromFlag ?? fromVariable;
  if (path === undefined || path === '') return { given: new Map(), problems: [] };
  const origin = fromFlag === null ? configVariable : '--config';
  const content = attempt(() => readText(path));
  if (content instanceof Error) return { given: new Map(), problems: [`${origin}: ${content.message}`] };
  return readFile(path, content);
}

/** Null when there is no default; undefined when what was given is no value. */
function valueOf(setting: Setting<unknown>, given: Given | undefined, usual: string | null): unknown {
  const text = given?.text ?? usual;
  return text === null ? null : setting.parse(text);
}

function badValue(setting: Setting<unknown>, { text, origin }: Given): string {
  const shown = setting.kind.mayHoldSecret?.(text) === true ? '' : `, not '${text}'`;
  return `${origin}: must be ${setting.kind.description}${shown}`;
}

/** From here on nobody has to know whether the password was in a file of its own. */
function withPassword(config: Config, readText: (path: string) => string): Config {
  const path = config.keystonePasswordFile;
  if (path === null) return config;
  if (config.keystonePassword !== null) {
    throw new ConfigError(['keystone: either a password or a password file, not both']);
  }
  const content = attempt(() => readText(path));
  if (content instanceof Error) throw new ConfigError([`keystone password file: ${content.message}`]);
  const keystonePassword = content.replace(/\r?\n$/, '');
  if (keystonePassword === '') throw new ConfigError([`keystone password file: ${path} is empty`]);
  return { ...config, keystonePassword: new Secret(keystonePassword) };
}

function attempt<Value>(work: () => Value): Value | Error {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}
