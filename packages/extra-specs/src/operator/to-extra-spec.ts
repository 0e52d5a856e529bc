import type { ExtraSpec, ImagePair, Need, Parameter, Support, Value } from '../definitions/definition.ts';
import { itemsOf, memberOf, scalarOf, textOf } from './member.ts';
import { paragraphsOf } from './paragraphs.ts';
import type { Tree } from './tree.ts';

/** An entry of `metadata` as a definition. Its shape has been checked, so that what is required is there. */
export function toExtraSpec(entry: Tree): ExtraSpec {
  return {
    name: textOf(entry, 'name') as string,
    ...given('parameters', parametersOf(entry)),
    value: toValue(memberOf(entry, 'value') as Tree),
    description: paragraphs(entry, 'description') as string,
    ...given('support', supportOf(entry)),
    ...given('drivers', texts(entry, 'virt_drivers')),
    ...given('needs', each(entry, 'needs', toNeed)),
    ...given('image', imageOf(entry)),
  };
}

/** What a parameter may be that only has a type: digits, or what a key can have apart from the colon. */
const patternOfType = { integer: '\\d+', string: '[a-zA-Z0-9_. -]+' } as const;

export function parametersOf(tree: Tree): readonly Parameter[] | undefined {
  return each(tree, 'parameters', (parameter) => ({
    name: textOf(parameter, 'name') as string,
    pattern:
      textOf(parameter, 'pattern') ??
      patternOfType[(textOf(parameter, 'type') ?? 'string') as keyof typeof patternOfType],
    description: paragraphs(parameter, 'description') as string,
  }));
}

export function paragraphs(tree: Tree, name: string): string | undefined {
  const scalar = scalarOf(tree, name);
  return scalar === undefined ? undefined : paragraphsOf(scalar);
}

function toValue(tree: Tree): Value {
  const about = given('description', paragraphs(tree, 'description'));
  const type = textOf(tree, 'type') as Value['type'];
  if (type === 'string') {
    return {
      type,
      ...given('enum', texts(tree, 'enum')),
      ...given('pattern', textOf(tree, 'pattern')),
      ...about,
    };
  }
  if (type === 'integer') {
    return { type, ...given('min', numberOf(tree, 'min')), ...given('max', numberOf(tree, 'max')), ...about };
  }
  return { type, ...about };
}

function supportOf(entry: Tree): Support | undefined {
  const support = memberOf(entry, 'support');
  if (support === undefined) {
    // Nobody has said from when on.
    const isDeprecated = scalarOf(entry, 'deprecated')?.value === true;
    return isDeprecated ? { status: 'deprecated', since: 'an earlier release', replacedBy: null } : undefined;
  }
  const status = textOf(support, 'status') as Support['status'];
  if (status === 'experimental') return { status, ...given('note', paragraphs(support, 'note')) };
  if (status === 'supported') return { status };
  return {
    status,
    since: textOf(support, 'since') as string,
    replacedBy: textOf(support, 'replaced_by') ?? null,
    ...given('reason', paragraphs(support, 'reason')),
  };
}

function toNeed(need: Tree): Need {
  return { key: textOf(need, 'key') as string, ...given('values', texts(need, 'values')) };
}

function imageOf(entry: Tree): ImagePair | undefined {
  const image = memberOf(entry, 'image');
  if (image === undefined) return undefined;
  return {
    property: textOf(image, 'property') as string,
    relation: textOf(image, 'relation') as ImagePair['relation'],
    noticed: textOf(image, 'noticed') as ImagePair['noticed'],
    rule: paragraphs(image, 'rule') as string,
  };
}

function numberOf(tree: Tree, name: string): number | undefined {
  const value = scalarOf(tree, name)?.value;
  return typeof value === 'number' ? value : undefined;
}

/** The scalars of a list as they are written: of the version `2.0` nothing gets lost. */
function texts(tree: Tree, name: string): readonly string[] | undefined {
  return each(tree, name, (item) => (item.kind === 'scalar' ? item.text : ''));
}

function each<T>(tree: Tree, name: string, make: (item: Tree) => T): readonly T[] | undefined {
  return memberOf(tree, name) === undefined ? undefined : itemsOf(tree, name).map(make);
}

function given<Name extends string, T>(name: Name, value: T | undefined): { [name in Name]?: T } {
  // The one member of that name, or none: a computed name is any text to the compiler.
  return (value === undefined ? {} : { [name]: value }) as { [name in Name]?: T };
}
