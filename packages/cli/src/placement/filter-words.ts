import { UsageError } from '../command/usage-error.ts';

/** 'VCPU:1,MEMORY_MB:512', of what is written VCPU=1. */
export function resourcesWord(resources: readonly string[]): string | undefined {
  if (resources.length === 0) return undefined;
  for (const each of resources) {
    if (each.split('=').length !== 2)
      throw new UsageError(`--resource: must be <resource_class>=<value>, not '${each}'`);
  }
  return resources.map((each) => each.replace('=', ':')).join(',');
}

/** Traits that must be there and must not; one word for all that are simple, and one for each choice among several. */
export function requiredWords(required: readonly string[], forbidden: readonly string[]): readonly string[] {
  const choices = required.filter((each) => each.includes(',')).map((each) => `in:${each}`);
  const simple = [...required.filter((each) => !each.includes(',')), ...forbidden.map((each) => `!${each}`)];
  return simple.length === 0 ? choices : [...choices, simple.join(',')];
}

/** Aggregates to be in, one of each list; and those not to be in. */
export function aggregatesWords(
  memberOf: readonly string[],
  notMemberOf: readonly string[],
): readonly string[] {
  return [...memberOf.map((each) => `in:${each}`), ...notMemberOf.map((each) => `!in:${each}`)];
}
