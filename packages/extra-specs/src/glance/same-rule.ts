import type { MetadefProperty } from './metadef.ts';

/** Whether two properties take the same values, whatever they are for. The order of an enum does not matter. */
export function isSameRule(one: MetadefProperty, other: MetadefProperty): boolean {
  return (
    one.type === other.type &&
    one.pattern === other.pattern &&
    one.minimum === other.minimum &&
    one.maximum === other.maximum &&
    isSameSet(one.enum, other.enum) &&
    isSameSet(one.operators, other.operators)
  );
}

function isSameSet(one: readonly string[] = [], other: readonly string[] = []): boolean {
  return one.length === other.length && one.every((word) => other.includes(word));
}
