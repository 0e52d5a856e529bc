import type { ExtraSpec, Namespace, Value } from '../../definitions/definition.ts';
import type { RegisteredSpec } from '../../registry/registered-spec.ts';
import type { NovaDefinition } from './real-nova.ts';

/** What Nova would have to know to judge as our definition does. */
export function asNovaDefinition({ key, parameters, definition }: RegisteredSpec): NovaDefinition {
  const { value, support } = definition;
  return {
    key,
    type: value.type,
    enum: (value.type === 'string' ? value.enum : null) ?? null,
    pattern: (value.type === 'string' ? value.pattern : null) ?? null,
    min: (value.type === 'integer' ? value.min : null) ?? null,
    max: (value.type === 'integer' ? value.max : null) ?? null,
    isDeprecated: support?.status === 'deprecated',
    parameters: parameters.map(({ name, pattern }) => ({ name, pattern })),
  };
}

/** The namespaces that ours would have to know to judge as Nova does by definitions of its own. They have no parameters. */
export function asNamespaces(definitions: readonly NovaDefinition[]): readonly Namespace[] {
  const groups = Map.groupBy(definitions, ({ key }) => key.slice(0, key.indexOf(':')));
  return Array.from(groups, ([name, members]) => ({
    name,
    description: `What Nova has in ${name}.`,
    specs: members.map(
      (member): ExtraSpec => ({
        name: member.key.slice(name.length + 1),
        value: valueOf(member),
        description: `As in Nova: ${member.key}.`,
      }),
    ),
  }));
}

/** Nova gives a type only what is about it. */
function valueOf({ type, enum: words, pattern, min, max }: NovaDefinition): Value {
  if (type === 'boolean') return { type };
  if (type === 'integer') return { type, ...(min !== null && { min }), ...(max !== null && { max }) };
  return { type, ...(words !== null && { enum: words }), ...(pattern !== null && { pattern }) };
}
