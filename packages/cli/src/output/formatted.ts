import { pythonText } from './python-text.ts';
import { Formatted, isMapping, isSequence, type Value } from './value.ts';
import { byCodePoints } from './yaml-text.ts';

/** A mapping that people read as `key='value', other='value'`, keys in order. */
export function asPairs(value: Value): Formatted {
  const mapping = isMapping(value) ? value : {};
  return new Formatted(mapping, pairsText(mapping, ''));
}

function pairsText(mapping: { readonly [name: string]: Value }, prefix: string): string {
  return Object.keys(mapping)
    .sort(byCodePoints)
    .map((key) => {
      const [name, value] = [`${prefix}${key}`, mapping[key] ?? null];
      if (isMapping(value)) return pairsText(value, `${name}.`);
      return value === null ? `${name}=` : `${name}='${pythonText(value)}'`;
    })
    .join(', ');
}

/** A list that people read as `a, b`, in order. */
export function asWords(value: Value): Formatted {
  if (!isSequence(value)) return new Formatted(value, pythonText(value));
  return new Formatted(value, value.map(pythonText).sort(byCodePoints).join(', '));
}

/** A list of mappings, of which each is a line for people. */
export function asPairLines(value: Value): Formatted {
  if (!isSequence(value)) return new Formatted(value, pythonText(value));
  return new Formatted(value, value.map((each) => (isMapping(each) ? pairsText(each, '') : '')).join('\n'));
}

/** Lists by name, `private=10.0.0.2, 10.0.0.3; public=…` for people. */
export function asNamedLists(value: { readonly [name: string]: readonly Value[] }): Formatted {
  const names = Object.keys(value).sort(byCodePoints);
  const shown = names.map(
    (name) => `${name}=${(value[name] ?? []).map(pythonText).sort(byCodePoints).join(', ')}`,
  );
  return new Formatted(value, shown.join('; '));
}

/** A record with its names in the order of their characters, as the known tool shows things. */
export function inOrder<Member>(record: Readonly<Record<string, Member>>): Record<string, Member> {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => byCodePoints(a, b)));
}
