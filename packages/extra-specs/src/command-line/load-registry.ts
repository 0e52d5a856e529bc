import { registryWithSchemas } from '../operator/registry-with-schemas.ts';
import { describeIssue } from '../operator/schema-issue.ts';
import { loadPlugins } from '../plugins/load-plugins.ts';
import { describePluginIssue } from '../plugins/plugin.ts';
import type { Registry } from '../registry/registry.ts';
import { type ExitCode, type Given, type Outside, UsageError } from './command.ts';
import type { Options } from './options.ts';

/** Which packages with definitions are used. */
export const pluginOptions: Options = {
  plugin: {
    takes: 'NAME|PATH',
    isRepeatable: true,
    help: 'A package with definitions. Those that are installed here are used unless one is given.',
  },
  'no-plugins': { help: 'Use no packages with definitions.' },
};

/** What every command takes that looks at definitions. */
export const sourceOptions: Options = {
  schema: { takes: 'FILE|DIRECTORY', isRepeatable: true, help: 'Definitions of your own, in YAML.' },
  ...pluginOptions,
};

export interface LoadedRegistry {
  readonly registry: Registry;
  /** 1 where something was left out, so that nobody takes the rest for the whole. */
  readonly exitCode: ExitCode;
}

/** The definitions that the options ask for. What is wrong with them is told, and left out. */
export async function loadRegistry(given: Given, outside: Outside): Promise<LoadedRegistry> {
  const packages = given.values.get('plugin');
  if (packages !== undefined && given.switches.has('no-plugins')) {
    throw new UsageError('--plugin and --no-plugins do not go together');
  }
  const plugins = given.switches.has('no-plugins')
    ? { contributions: [], issues: [] }
    : await loadPlugins({ directory: outside.directory, packages });
  const { registry, issues, otherIssues } = registryWithSchemas(
    given.values.get('schema') ?? [],
    plugins.contributions,
  );

  for (const issue of plugins.issues) outside.complain(`error: ${describePluginIssue(issue)}`);
  for (const { severity, place, text } of otherIssues) outside.complain(`${place}: ${severity}: ${text}`);
  for (const issue of issues) outside.complain(describeIssue(issue));
  const isWhole =
    plugins.issues.length === 0 && ![...issues, ...otherIssues].some(({ severity }) => severity === 'error');
  if (!isWhole) outside.complain('What is wrong is left out; the rest is used.');
  return { registry, exitCode: isWhole ? 0 : 1 };
}
