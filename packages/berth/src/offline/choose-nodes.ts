import type { Node } from '@berth/host/driver.ts';
import { ConfigError } from '../config/config-error.ts';

/** How many unknown ones are told of. */
const toldMax = 10;

/**
 * Those nodes that a text names: one on each line, by name or uuid; '#' begins what is for people.
 *
 * @throws {ConfigError} where it names one that is not there, or none. `place` is where the text is from.
 */
export function chooseNodes(nodes: readonly Node[], text: string, place: string): readonly Node[] {
  const lines = text
    .split('\n')
    .map((line, index) => ({ wanted: line.replace(/#.*/, '').trim(), line: index + 1 }));
  const named = lines.filter(({ wanted }) => wanted !== '');
  const known = new Set(nodes.flatMap(({ uuid, name }) => [uuid, name]));
  const unknown = named.filter(({ wanted }) => !known.has(wanted));
  if (unknown.length > 0) {
    const told = unknown
      .slice(0, toldMax)
      .map(({ wanted, line }) => `${place}:${line}: there is no node '${wanted}'`);
    throw new ConfigError(
      unknown.length > toldMax ? [...told, `and ${unknown.length - toldMax} more`] : told,
    );
  }
  if (named.length === 0) throw new ConfigError([`${place}: names no node`]);
  const isWanted = new Set(named.map(({ wanted }) => wanted));
  return nodes.filter(({ uuid, name }) => isWanted.has(uuid) || isWanted.has(name));
}
