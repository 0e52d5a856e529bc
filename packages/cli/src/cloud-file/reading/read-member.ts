import { quote } from '@berth/client/quote.ts';
import type { YamlReport } from '@berth/client/yaml/yaml-report.ts';
import { listAt, memberOf } from '@berth/client/yaml/yaml-shape.ts';
import { describeKind, type YamlMapping, type YamlTree } from '@berth/client/yaml/yaml-tree.ts';
import { suggestion } from '../../closest.ts';
import type { Placed } from '../cloud-file.ts';

/** A whole number that both services take. */
const wholeMax = 2 ** 31 - 1;

/** Every name has to be a known one: what is misspelled would be left out without a word. */
export function refuseUnknown(
  { members }: YamlMapping,
  noun: string,
  known: readonly string[],
  report: YamlReport,
): void {
  for (const [name, { offset }] of members) {
    if (known.includes(name)) continue;
    const near = suggestion(name, known) || `; there are ${known.join(', ')}`;
    report.error(offset, `${quote(name)} is no member of ${noun}${near}`);
  }
}

/** Members that are missing, or of another kind, which is then reported, are undefined. */
export function textMember(mapping: YamlMapping, name: string, report: YamlReport): string | undefined {
  const tree = memberOf(mapping, name);
  return tree === undefined ? undefined : textOf(tree, quote(name), report);
}

/** A text, also where what is written looks like a number or a boolean. */
export function writtenText(tree: YamlTree, name: string, report: YamlReport): string | undefined {
  if (tree.kind === 'scalar' && tree.value !== null) return tree.text;
  return refuse(tree, quote(name), 'a text', report);
}

export function wholeMember(
  mapping: YamlMapping,
  name: string,
  least: number,
  report: YamlReport,
): number | undefined {
  const tree = memberOf(mapping, name);
  if (tree === undefined) return undefined;
  const value = tree.kind === 'scalar' ? tree.value : null;
  if (typeof value !== 'number' || !Number.isInteger(value))
    return refuse(tree, quote(name), 'a whole number', report);
  if (value >= least && value <= wholeMax) return value;
  report.error(tree.offset, `${quote(name)} is ${value}; it is ${least} to ${wholeMax}`);
  return undefined;
}

/** Above 0. */
export function factorMember(mapping: YamlMapping, name: string, report: YamlReport): number | undefined {
  const tree = memberOf(mapping, name);
  if (tree === undefined) return undefined;
  const value = tree.kind === 'scalar' ? tree.value : null;
  if (typeof value === 'number' && value > 0 && value <= 3.40282e38) return value;
  return refuse(tree, quote(name), 'a number above 0', report);
}

export function booleanMember(mapping: YamlMapping, name: string, report: YamlReport): boolean | undefined {
  const tree = memberOf(mapping, name);
  if (tree === undefined) return undefined;
  if (tree.kind === 'scalar' && typeof tree.value === 'boolean') return tree.value;
  return refuse(tree, quote(name), 'true or false', report);
}

/** A list of texts, none of them twice. */
export function namesMember(
  mapping: YamlMapping,
  name: string,
  report: YamlReport,
): readonly Placed[] | undefined {
  const tree = memberOf(mapping, name);
  const items = tree === undefined ? null : listAt(tree, quote(name), report);
  if (items === null) return undefined;
  const found = new Map<string, Placed>();
  for (const item of items) {
    const text = textOf(item, `an entry of '${name}'`, report);
    if (text === undefined) continue;
    const earlier = found.get(text);
    if (earlier === undefined) found.set(text, { name: text, place: report.place(item.offset) });
    else report.error(item.offset, `${quote(text)} is given twice; the first is at ${earlier.place}`);
  }
  return [...found.values()];
}

function textOf(tree: YamlTree, what: string, report: YamlReport): string | undefined {
  if (tree.kind === 'scalar' && typeof tree.value === 'string') return tree.value;
  return refuse(tree, what, 'a text', report);
}

function refuse(tree: YamlTree, what: string, wanted: string, report: YamlReport): undefined {
  const isNumber = tree.kind === 'scalar' && typeof tree.value === 'number';
  const found = isNumber ? String(tree.value) : describeKind(tree);
  report.error(tree.offset, `${what} is ${wanted}, and not ${found}`);
  return undefined;
}
