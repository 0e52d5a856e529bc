import { isArray, isObject } from './json-type.ts';

/**
 * Whether any two elements are equal as JSON: 1 and 1.0 are, 1 and true are not, and the order of keys means
 * nothing. Python overlooks the equal ones of [[1], [true], [1]]; that is not copied.
 */
export function hasDuplicates(list: readonly unknown[]): boolean {
  const scalars = new Set<unknown>();
  const containers = new Set<string>();
  for (const element of list) {
    if (isArray(element) || isObject(element)) containers.add(canonicalText(element));
    else scalars.add(element);
  }
  return scalars.size + containers.size < list.length;
}

/** Equal values, and only they, have the same text. */
function canonicalText(value: unknown): string {
  if (isArray(value)) return `[${value.map(canonicalText).join()}]`;
  if (isObject(value)) {
    const keys = Object.keys(value).sort();
    return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalText(value[key])}`).join()}}`;
  }
  return JSON.stringify(value);
}

/**
 * Whether a value is among those of an enum. Python keeps true and 1 apart there, but not inside a list or
 * an object.
 */
export function isAmong(value: unknown, choices: readonly unknown[]): boolean {
  return choices.some((choice) => typeof choice === typeof value && equalsInPython(choice, value));
}

function equalsInPython(one: unknown, other: unknown): boolean {
  if (isArray(one) && isArray(other)) {
    return (
      one.length === other.length && one.every((element, index) => equalsInPython(element, other[index]))
    );
  }
  if (isObject(one) && isObject(other)) {
    const keys = Object.keys(one);
    return (
      keys.length === Object.keys(other).length &&
      keys.every((key) => Object.hasOwn(other, key) && equalsInPython(one[key], other[key]))
    );
  }
  return asNumber(one) === asNumber(other);
}

function asNumber(value: unknown): unknown {
  return typeof value === 'boolean' ? Number(value) : value;
}
