import { suggestion } from '@berth/cli/closest.ts';
import type { Given, Reading } from './given.ts';
import { variableOf } from './setting.ts';
import { type SettingKey, settingEntries } from './settings.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Names the file with the settings; it is not a setting itself. */
export const configVariable = 'BERTH_CONFIG';

/** The variables that begin with BERTH_. An empty one is one that is not set. */
export function readEnvironment(environment: Environment): Reading {
  const given = new Map<SettingKey, Given>();
  const problems: string[] = [];
  for (const [name, text] of Object.entries(environment)) {
    if (!name.startsWith('BERTH_') || name === configVariable || text === undefined || text === '') continue;
    const key = variables.get(name);
    if (key !== undefined) given.set(key, { text, origin: name });
    else if (!isFromKubernetes(name)) {
      problems.push(`${name}: there is no such variable${suggestion(name, variables.keys())}`);
    }
  }
  return { given, problems };
}

const variables: ReadonlyMap<string, SettingKey> = new Map(
  settingEntries().map(([key, setting]) => [variableOf(setting), key]),
);

/** Kubernetes sets variables for every service beside a pod; a service called berth gives it these. */
function isFromKubernetes(name: string): boolean {
  return /^BERTH_(SERVICE_(HOST|PORT)|PORT_\d+_(TCP|UDP))/.test(name);
}
