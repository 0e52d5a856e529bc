import { hasAny } from './traits-match.ts';
import type { Provider } from '../provider.ts';
import type { Choice } from './arrange.ts';
import { roomOf } from './room.ts';

/**
 * Providers that may stand for each other in a choice: they have nothing below them and the same parent, are options for
 * the same parts, have the same room, and the same of the required traits. Each has the number of its kind. Eight equal
 * devices for eight groups are 16 million choices, or one for every group when those that are alike are tried once.
 */
export function interchangeables({ parts, requiredTogether }: Choice): ReadonlyMap<Provider, number> {
  const kinds = new Map<Provider, number>();
  const isWorthwhile = parts.length > 1 && parts.some(({ options }) => options.length > 2);
  if (!isWorthwhile) return kinds;
  const classes = new Set(parts.flatMap(({ takes }) => takes.map(({ resourceClass }) => resourceClass)));
  const serves = new Map<Provider, string>();
  for (const [index, { options }] of parts.entries()) {
    for (const provider of options) serves.set(provider, `${serves.get(provider) ?? ''} ${index}`);
  }
  const known = new Map<string, number>();
  for (const [provider, served] of serves) {
    if (provider.children.size > 0) continue;
    const rooms = Array.from(classes, (resourceClass) => {
      const room = roomOf(provider, resourceClass);
      return room ? `${room.most},${room.minUnit},${room.stepSize}` : '';
    });
    const traits = requiredTogether.map((anyOf) => (hasAny(provider.traits, anyOf) ? '1' : '0'));
    const key = [provider.parent?.id, served, ...rooms, ...traits].join('|');
    const kind = known.get(key) ?? known.size;
    known.set(key, kind);
    kinds.set(provider, kind);
  }
  return kinds;
}
