import { ConfigError } from '../config/config-error.ts';

/**
 * The options of a driver by name, from a list of NAME=VALUE. What has no name of its own goes on with the value before it, which may so
 * have commas in it.
 */
export function readDriverOptions(parts: readonly string[]): Readonly<Record<string, string>> {
  const options: [name: string, value: string][] = [];
  for (const part of parts) {
    const [, name, value = ''] = /^([a-z][\w-]*)=(.*)$/s.exec(part) ?? [];
    const last = options.at(-1);
    if (name !== undefined) options.push([name, value]);
    else if (last !== undefined) last[1] += `,${part}`;
    else throw new ConfigError([`--driver-options: '${part}' is not of the form NAME=VALUE`]);
  }
  return Object.fromEntries(options);
}
