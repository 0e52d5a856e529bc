import type { Deprecated, Parameter, Support } from '../definitions/definition.ts';
import type { ImageValue } from '../definitions/image-property.ts';
import type { Fact, Notice } from './document.ts';
import { code, listed, named, type Paragraph, type PlaceOf, readLine, spaced, words } from './prose.ts';

export const typeWords: Readonly<Record<ImageValue['type'], string>> = {
  string: 'string',
  integer: 'integer',
  boolean: 'boolean',
  'cpu-set': 'CPU set',
  uuid: 'UUID',
  'version-predicate': 'comparison with a version',
  list: 'list of objects, in JSON',
};

/** No fact at all, where there is nothing to say. */
export function fact(label: string, ...items: readonly Paragraph[]): readonly Fact[] {
  const said = items.filter((item) => item.length > 0);
  return said.length === 0 ? [] : [{ label, items: said }];
}

/** What a value has to be, beside its type. Those of extra specs are those of images, without the peculiarities. */
export function valueFacts(value: ImageValue, placeOf: PlaceOf): readonly Fact[] {
  return [
    ...(value.type === 'string' ? textFacts(value) : []),
    ...(value.type === 'integer' ? fact('Range', range(value.min, value.max)) : []),
    ...fact('Value', readLine(value.description ?? '', placeOf)),
  ];
}

function textFacts(value: ImageValue & { readonly type: 'string' }): readonly Fact[] {
  const values = listed((value.enum ?? []).map(code), ',');
  const others = value.enum !== undefined && value.pattern !== undefined;
  const synonyms = Object.entries(value.synonyms ?? {});
  return [
    ...fact('Values', others ? [...values, words(', and others of the pattern')] : values),
    ...fact('Pattern', value.pattern === undefined ? [] : [code(value.pattern)]),
    ...fact('Case', value.lowerCased === true ? [words('does not matter; it is read in small letters')] : []),
    ...fact(
      'Also read',
      synonyms.flatMap(([spelling, meant], index) => [
        ...(index === 0 ? [] : [words(', ')]),
        code(spelling),
        words(' as '),
        code(meant),
      ]),
    ),
  ];
}

function range(min: number | undefined, max: number | undefined): Paragraph {
  if (min !== undefined && max !== undefined) return [words(`from ${min} to ${max}`)];
  if (min !== undefined) return [words(`at least ${min}`)];
  if (max !== undefined) return [words(`at most ${max}`)];
  return [];
}

export function parameterFacts(parameters: readonly Parameter[], placeOf: PlaceOf): readonly Fact[] {
  const items = parameters.map(({ name, pattern, description }) => {
    const said = readLine(description, placeOf);
    return [
      code(`{${name}}`),
      words(' matches '),
      code(pattern),
      ...(said.length === 0 ? [] : [words(': '), ...said]),
    ];
  });
  return fact(items.length === 1 ? 'Parameter' : 'Parameters', ...items);
}

export function driverFacts(drivers: readonly string[] | undefined): readonly Fact[] {
  return fact('Virt drivers', listed((drivers ?? []).map(code), ','));
}

/** What is supported needs no word. */
export function noticeOf(support: Support | undefined, placeOf: PlaceOf): Notice | null {
  if (support?.status === 'deprecated') return deprecation(support, placeOf);
  if (support?.status !== 'experimental') return null;
  const note = readLine(support.note ?? '', placeOf);
  return { kind: 'experimental', content: [words('Experimental: it may still change.'), ...spaced(note)] };
}

function deprecation({ since, replacedBy, reason = '' }: Deprecated, placeOf: PlaceOf): Notice {
  const instead =
    replacedBy === null
      ? [words('Nothing replaces it.')]
      : [words('Use '), named(replacedBy, placeOf(replacedBy)), words(' instead.')];
  const content = [
    words('Deprecated'),
    ...(since === '' ? [] : [words(' since '), ...readLine(since, placeOf)]),
    words('. '),
    ...instead,
    ...spaced(readLine(reason, placeOf)),
  ];
  return { kind: 'deprecated', content };
}
