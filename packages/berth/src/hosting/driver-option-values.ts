import { ConfigError } from '../config/config-error.ts';

/**
 * Options of a driver by their names. They come as a list that was divided at every comma, though a value may be a list itself: what has no
 * '=' goes on with the value before. `pci=8086:1572,@0000:81:*` is one option.
 */
export function driverOptionValues(items: readonly string[]): Record<string, string> {
  const values = new Map<string, string>();
  let last: string | null = null;
  for (const item of items) {
    const [, name, value = ''] = /^([a-z][a-z0-9-]*)=(.*)$/s.exec(item) ?? [];
    if (name !== undefined) {
      if (values.has(name)) throw new ConfigError([`--driver-option: ${name} is there twice`]);
      values.set(name, value);
      last = name;
    } else if (last !== null) {
      values.set(last, `${values.get(last)},${item}`);
    } else {
      throw new ConfigError([`--driver-option: must have the form name=value, not '${item}'`]);
    }
  }
  return Object.fromEntries(values);
}
