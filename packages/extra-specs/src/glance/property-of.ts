import type { StringValue, Support } from '../definitions/definition.ts';
import type { ImageProperty, ImageValue } from '../definitions/image-property.ts';
import type { RegisteredSpec } from '../registry/registered-spec.ts';
import type { MetadefProperty } from './metadef.ts';
import { plainText } from './plain-text.ts';
import { portablePattern } from './portable-pattern.ts';
import { titleOf } from './title-of.ts';

/** What is said about an extra spec, under the name that it has without its prefix. */
export function propertyOfSpec(name: string, { namespace, definition }: RegisteredSpec): MetadefProperty {
  const { description, support, drivers, image, value } = definition;
  return {
    title: titleOf(name),
    description: [
      ...supportText(support),
      plainText(description),
      ...driversText(drivers),
      ...(image === undefined ? [] : [`Image property '${image.property}': ${plainText(image.rule)}`]),
    ].join(' '),
    ...(takesOperators.has(namespace) ? { operators } : {}),
    ...valueRule(value),
  };
}

export function propertyOfImage(name: string, definition: ImageProperty): MetadefProperty {
  const { description, support, drivers, formerNames, value } = definition;
  return {
    title: titleOf(name),
    description: [
      ...supportText(support),
      plainText(description),
      ...driversText(drivers),
      ...(formerNames === undefined ? [] : [`Former names: ${formerNames.join(', ')}.`]),
    ].join(' '),
    ...valueRule(value),
  };
}

/** What a value may be: all that is not for the reader. */
export type ValueRule = Omit<MetadefProperty, 'title' | 'description'>;

/** The namespaces whose values the scheduler's filters read as conditions. */
const takesOperators: ReadonlySet<string | null> = new Set([
  'capabilities',
  'aggregate_instance_extra_specs',
]);

const operators: readonly string[] = '= == != >= <= s== s!= s>= s> s<= s< <in> <all-in> <or>'.split(' ');

const cpuSetItem = '\\s*(?:\\^?\\d+\\s*(?:-\\s*\\d+\\s*)?)?';
const cpuSet = `^(?:${cpuSetItem}(?:,${cpuSetItem})*)$`;
const uuid = '^(?:[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$';

/** What is the same for all values of a type. */
const rules: Readonly<Record<Exclude<ImageValue['type'], 'integer' | 'string'>, ValueRule>> = {
  boolean: { type: 'boolean' },
  'cpu-set': { type: 'string', pattern: cpuSet },
  uuid: { type: 'string', pattern: uuid },
  'version-predicate': { type: 'string' },
  list: { type: 'string' },
};

function valueRule(value: ImageValue): ValueRule {
  if (value.type === 'integer') {
    return {
      type: 'integer',
      ...(value.min === undefined ? {} : { minimum: value.min }),
      ...(value.max === undefined ? {} : { maximum: value.max }),
    };
  }
  return value.type === 'string' ? stringRule(value) : rules[value.type];
}

function stringRule(value: StringValue): ValueRule {
  // With a pattern the pattern decides; an enum beside it would forbid what the pattern allows.
  if (value.pattern === undefined) {
    return { type: 'string', ...(value.enum === undefined ? {} : { enum: value.enum }) };
  }
  const pattern = portablePattern(value.pattern);
  return { type: 'string', ...(pattern === null ? {} : { pattern }) };
}

/** There is no member for it. */
function supportText(support: Support | undefined): string[] {
  if (support?.status === 'deprecated') {
    const instead = support.replacedBy === null ? '' : `; use '${support.replacedBy}' instead`;
    return [`(Deprecated) Since ${support.since}${instead}.`, ...optional(support.reason)];
  }
  return support?.status === 'experimental' ? ['(Experimental)', ...optional(support.note)] : [];
}

function optional(text: string | undefined): string[] {
  return text === undefined ? [] : [plainText(text)];
}

function driversText(drivers: readonly string[] | undefined): string[] {
  return drivers === undefined ? [] : [`Virt drivers: ${drivers.join(', ') || 'none'}.`];
}
