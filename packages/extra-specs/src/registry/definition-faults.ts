import type { ExtraSpec, Namespace, Parameter, Value } from '../definitions/definition.ts';
import { compilePattern, PatternError } from '../pattern.ts';
import { isPlain, keyOf, parametersIn, patternOfTemplate } from './key-template.ts';

export interface DefinitionFault {
  /**
   * The member that is to blame: `['value', 'pattern']`, `['parameters', 0]`; or one of its namespace's, such as
   * `['namespace', 'name']`.
   */
  readonly at: readonly (string | number)[];
  readonly text: string;
}

/** What is wrong with a definition whose shape is right. Ours have no faults; others' may. */
export function definitionFaults(
  namespace: Namespace,
  definition: ExtraSpec,
  parameters: readonly Parameter[],
): readonly DefinitionFault[] {
  return [
    ...keyFaults(keyOf(namespace, definition), namespace.name),
    ...parameterFaults(namespace, definition, parameters),
    ...valueFaults(definition.value),
  ];
}

function* keyFaults(key: string, namespace: string | null): Generator<DefinitionFault> {
  const literal = withoutParameters(key);
  const inNamespace = (text: string): DefinitionFault => ({ at: ['namespace', 'name'], text });
  const inName = (text: string): DefinitionFault => ({ at: ['name'], text });
  // What the compute API lets through as a key.
  const strange = /[^a-zA-Z0-9\-_:. ]/.exec(literal);
  if (strange !== null) {
    const blame = strange.index < withoutParameters(namespace ?? '').length ? inNamespace : inName;
    yield blame(`a key cannot have ${JSON.stringify(strange[0])} in it: '${key}'`);
  }
  if (literal.length > 255) yield inName(`a key has at most 255 characters`);
  if (namespace === '') yield inNamespace(`the namespace is empty; leave it out for a key without one`);
  if (namespace?.includes(':')) yield inNamespace(`a namespace has no colon: '${namespace}'`);
  if (namespace === null && literal.includes(':'))
    yield inName(`what stands before the colon is the namespace: '${key}'`);
  if (namespace !== null && key.endsWith(':')) yield inName(`the name is empty`);
  if (key === '') yield inName(`the name is empty`);
}

function* parameterFaults(
  namespace: Namespace,
  definition: ExtraSpec,
  parameters: readonly Parameter[],
): Generator<DefinitionFault> {
  const key = keyOf(namespace, definition);
  const used = parametersIn(key);
  const usedByNamespace = parametersIn(namespace.name ?? '');
  const names = parameters.map(({ name }) => name);
  for (const name of new Set(used)) {
    const at = usedByNamespace.includes(name) ? ['namespace', 'name'] : ['name'];
    if (!names.includes(name))
      yield { at, text: `'{${name}}' in '${key}' is not described among the parameters` };
    if (used.indexOf(name) !== used.lastIndexOf(name))
      yield { at, text: `'{${name}}' occurs twice in '${key}'` };
  }
  let areCompiled = true;
  for (const [index, { name, pattern }] of parameters.entries()) {
    const at = placeOfParameter(namespace, index);
    if (!used.includes(name))
      yield { at: [...at, 'name'], text: `the parameter '${name}' does not occur in '${key}'` };
    if (names.indexOf(name) !== index)
      yield { at: [...at, 'name'], text: `the parameter '${name}' is described twice` };
    for (const text of patternFaults(pattern, `the parameter '${name}'`)) {
      areCompiled = false;
      yield { at: [...at, 'pattern'], text };
    }
  }
  if (isPlain(key) || !areCompiled) return;
  for (const text of patternFaults(patternOfTemplate(key, parameters), `the key '${key}'`))
    yield { at: ['name'], text };
}

/** The namespace's own come first. */
function placeOfParameter({ parameters }: Namespace, index: number): readonly (string | number)[] {
  const count = parameters?.length ?? 0;
  return index < count ? ['namespace', 'parameters', index] : ['parameters', index - count];
}

function* valueFaults(value: Value): Generator<DefinitionFault> {
  switch (value.type) {
    case 'string':
      if (value.pattern !== undefined) {
        for (const text of patternFaults(value.pattern, 'the value'))
          yield { at: ['value', 'pattern'], text };
      }
      if (value.enum?.length === 0) yield { at: ['value', 'enum'], text: 'the enum has no values' };
      break;
    case 'integer':
      if (value.min !== undefined && value.max !== undefined && value.min > value.max) {
        yield { at: ['value', 'min'], text: `the minimum ${value.min} is above the maximum ${value.max}` };
      }
      break;
    case 'boolean':
      break;
  }
}

function patternFaults(pattern: string, whose: string): readonly string[] {
  try {
    compilePattern(pattern);
    return [];
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    return [`${whose}: ${error.message}`];
  }
}

function withoutParameters(template: string): string {
  return template.replace(/\{[^{}]*\}/g, '');
}
