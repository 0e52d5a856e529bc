import type { Thing } from './service.ts';
import type { Value } from '../output/value.ts';

/** What a thing has under a name; where it has nothing, the known tool shows an empty text. */
export function memberOf(thing: Thing, name: string): Value {
  return thing[name] ?? (name in thing ? null : '');
}
