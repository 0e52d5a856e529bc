import { isDeepStrictEqual } from 'node:util';
import { literalPattern } from '../../pattern.ts';
import { isPlain, patternOfTemplate } from '../../registry/key-template.ts';
import type { RegisteredSpec } from '../../registry/registered-spec.ts';
import type { Registry } from '../../registry/registry.ts';
import { outlineOf } from '../outline.ts';
import { ecmaPattern } from './ecma-pattern.ts';
import { type JsonSchema, valueSchema } from './value-schema.ts';

/** A key, or the keys of a template, with what is said about their values. */
export interface KeyRule {
  /** What it says; of a family, what all of them say. */
  readonly subject: RegisteredSpec;
  readonly specs: readonly RegisteredSpec[];
  /** As defined, with braces where something differs. */
  readonly key: string;
  /** Without anchors, in the dialect of schemas. Null for a plain key. */
  readonly pattern: string | null;
  readonly value: JsonSchema;
}

/** One rule for each plain key and each template, and one for a family of templates, in the order of registration. */
export function keyRules(registry: Registry): readonly KeyRule[] {
  const rules = outlineOf(registry).namespaces.flatMap(([, groups]) =>
    groups.flatMap(({ subject, members }): KeyRule[] => {
      if (members.length === 0) return [ruleOf(subject)];
      if (members.every(({ key }) => isPlain(key))) return members.map(ruleOf);
      return [familyRule(subject, members)];
    }),
  );
  const order = new Map(registry.specs.map((spec, index) => [spec, index]));
  const orderOf = ({ specs }: KeyRule): number => Math.min(...specs.map((spec) => order.get(spec) as number));
  return rules.toSorted((one, other) => orderOf(one) - orderOf(other));
}

/** Keys are matched by the first template that fits, but a schema applies all. Those that would be wrong are kept out. */
export function anchoredPattern(rule: KeyRule, rules: readonly KeyRule[]): string {
  const excluded = rules
    .slice(0, rules.indexOf(rule))
    .concat(rules.filter(({ pattern }) => pattern === null))
    .filter((other) => isInTheWay(other, rule))
    .map(({ key, pattern }) => pattern ?? (ecmaPattern(literalPattern(key)) as string));
  const guard = excluded.length === 0 ? '' : `(?!(?:${[...new Set(excluded)].join('|')})$)`;
  return `^${guard}(?:${rule.pattern})$`;
}

/** Whether a plain key is also one of the keys of a template. */
export function isMatched(plain: KeyRule, template: KeyRule): boolean {
  return new RegExp(`^(?:${template.pattern})$`, 'u').test(plain.key);
}

function ruleOf(spec: RegisteredSpec): KeyRule {
  const { key, parameters, definition } = spec;
  return {
    subject: spec,
    specs: [spec],
    key,
    pattern: isPlain(key) ? null : templatePattern(key, parameters),
    value: valueSchema(definition.value),
  };
}

function familyRule(subject: RegisteredSpec, members: readonly RegisteredSpec[]): KeyRule {
  const { key, definition, parameters } = subject;
  const namespace = key.slice(0, key.length - definition.name.length);
  const names = members.map((member) => ecmaPattern(literalPattern(member.definition.name)));
  const pattern = `${templatePattern(namespace, parameters)}(?:${names.join('|')})`;
  return { subject, specs: members, key: `${namespace}{}`, pattern, value: valueSchema(definition.value) };
}

/** What stands before the first colon of keys that have to be known; null where there is none. */
export function knownNamespaces(specs: readonly RegisteredSpec[]): string | null {
  const patterns = specs.flatMap(({ namespace, parameters }) =>
    namespace === null ? [] : [templatePattern(namespace, parameters)],
  );
  return patterns.length === 0 ? null : `^(?:${[...new Set(patterns)].join('|')}):`;
}

/** The pattern of a plain key. */
export function plainPattern(key: string): string {
  return `^${ecmaPattern(literalPattern(key))}$`;
}

/** A parameter whose pattern a schema cannot have may be anything. */
function templatePattern(template: string, parameters: RegisteredSpec['parameters']): string {
  const expressible = parameters.map((parameter) =>
    ecmaPattern(parameter.pattern) === null ? { ...parameter, pattern: '.*' } : parameter,
  );
  return ecmaPattern(patternOfTemplate(template, expressible)) as string;
}

/** That the other counts first for some of the keys, and would have another value. */
function isInTheWay(other: KeyRule, rule: KeyRule): boolean {
  if (isDeepStrictEqual(other.value, rule.value) || rule.value['$ref'] === '#/$defs/any') return false;
  if (other.pattern !== null) return fixedPartsFit(other.key, rule.key);
  const { refines } = other.subject;
  // A case of the template: what both say about values counts.
  const isCase = refines !== null && rule.specs.includes(refines);
  return !isCase && isMatched(other, rule);
}

/** Whether two templates could have a key in common, by what stands before the first brace and after the last. */
function fixedPartsFit(one: string, other: string): boolean {
  const [start, end] = fixedParts(one);
  const [otherStart, otherEnd] = fixedParts(other);
  return (
    (start.startsWith(otherStart) || otherStart.startsWith(start)) &&
    (end.endsWith(otherEnd) || otherEnd.endsWith(end))
  );
}

function fixedParts(template: string): readonly [string, string] {
  return [template.slice(0, template.indexOf('{')), template.slice(template.lastIndexOf('}') + 1)];
}
