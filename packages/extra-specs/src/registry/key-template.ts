import type { ExtraSpec, Namespace, Parameter } from '../definitions/definition.ts';
import { literalPattern } from '../pattern.ts';

/** A key as it is defined: `hw:numa_cpus.{num}`, `trait{group}:CUSTOM_{trait}`, or a plain one. */
export function keyOf(namespace: Namespace, spec: ExtraSpec): string {
  return namespace.name === null ? spec.name : `${namespace.name}:${spec.name}`;
}

export function parametersIn(template: string): readonly string[] {
  return Array.from(template.matchAll(/\{([^{}]*)\}/g), (match) => match[1] as string);
}

export function isPlain(template: string): boolean {
  return !template.includes('{');
}

/** The pattern of the keys that a template stands for. What is not in braces stands for itself, dots as well. */
export function patternOfTemplate(template: string, parameters: readonly Parameter[]): string {
  const patterns = new Map(parameters.map(({ name, pattern }) => [name, pattern]));
  return template.replace(/\{([^{}]*)\}|[^{}]+/g, (part, name: string | undefined) => {
    if (name === undefined) return literalPattern(part);
    return `(?:${patterns.get(name) ?? literalPattern(part)})`;
  });
}
