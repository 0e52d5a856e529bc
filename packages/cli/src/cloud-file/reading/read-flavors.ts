import { quote } from '@berth/client/quote.ts';
import type { YamlReport } from '@berth/client/yaml/yaml-report.ts';
import { listAt, mappingAt, memberOf } from '@berth/client/yaml/yaml-shape.ts';
import type { YamlMapping, YamlTree } from '@berth/client/yaml/yaml-tree.ts';
import type { AskedFlavor, FlavorSizes } from '../cloud-file.ts';
import {
  booleanMember,
  factorMember,
  namesMember,
  refuseUnknown,
  textMember,
  wholeMember,
  writtenText,
} from './read-member.ts';
import { refuseRepeated } from './refuse-repeated.ts';

const flavorsMax = 2_000;
const descriptionMax = 65_535;
const members = [
  'name',
  'id',
  'ram',
  'vcpus',
  'disk',
  'ephemeral',
  'swap',
  'rxtx_factor',
  'public',
  'description',
  'extra_specs',
  'projects',
];

/** The flavors of a file. Undefined where it has no such list. */
export function readFlavors(file: YamlMapping, report: YamlReport): readonly AskedFlavor[] | undefined {
  const tree = memberOf(file, 'flavors');
  if (tree === undefined) return undefined;
  const items = listAt(tree, "'flavors'", report) ?? [];
  if (items.length > flavorsMax)
    report.error(tree.offset, `there are ${items.length} flavors; ${flavorsMax} are allowed`);
  const flavors = items.flatMap((item) => readFlavor(item, report) ?? []);
  refuseRepeated(flavors, 'flavor', ({ name, id }) => ({ name, id }), report);
  return flavors;
}

function readFlavor(tree: YamlTree, report: YamlReport): AskedFlavor | null {
  const mapping = mappingAt(tree, 'a flavor', report);
  if (mapping === null) return null;
  refuseUnknown(mapping, 'a flavor', members, report);
  const asked = {
    id: readId(mapping, report),
    sizes: readSizes(mapping, report),
    description: readDescription(mapping, report),
    extraSpecs: readExtraSpecs(mapping, report),
    projects: namesMember(mapping, 'projects', report),
  };
  const place = report.place(mapping.offset);
  if (asked.projects !== undefined && asked.sizes.isPublic !== false)
    report.errorAt(place, "'projects' is for flavors with 'public: false': others are everybody's");
  const name = textMember(mapping, 'name', report);
  if (name === undefined) {
    if (!mapping.members.has('name')) report.error(mapping.offset, "a flavor has a 'name'");
    return null;
  }
  if (!/^\S(.*\S)?$/.test(name) || name.length > 255)
    report.errorAt(place, 'a name has 1 to 255 characters, and no blanks at its ends');
  return { name, place, ...asked };
}

function readId(mapping: YamlMapping, report: YamlReport): string | undefined {
  const tree = memberOf(mapping, 'id');
  const id = tree === undefined ? undefined : writtenText(tree, 'id', report);
  if (id !== undefined && (!/^(?! )[a-zA-Z0-9. _-]+(?<! )$/.test(id) || id.length > 255))
    report.error(
      tree?.offset ?? 0,
      `${quote(id)} is no id: letters, digits, '.', '_', '-' and blanks, up to 255`,
    );
  return id;
}

function readSizes(mapping: YamlMapping, report: YamlReport): Partial<FlavorSizes> {
  const sizes = {
    ram: wholeMember(mapping, 'ram', 1, report),
    vcpus: wholeMember(mapping, 'vcpus', 1, report),
    disk: wholeMember(mapping, 'disk', 0, report),
    ephemeral: wholeMember(mapping, 'ephemeral', 0, report),
    swap: wholeMember(mapping, 'swap', 0, report),
    rxtxFactor: factorMember(mapping, 'rxtx_factor', report),
    isPublic: booleanMember(mapping, 'public', report),
  };
  return Object.fromEntries(Object.entries(sizes).filter(([, value]) => value !== undefined));
}

/** Null says that it is to have none. */
function readDescription(mapping: YamlMapping, report: YamlReport): string | null | undefined {
  const tree = memberOf(mapping, 'description');
  if (tree?.kind === 'scalar' && tree.value === null) return null;
  const text = textMember(mapping, 'description', report);
  if (text !== undefined && text.length > descriptionMax)
    report.error(tree?.offset ?? 0, `a description has up to ${descriptionMax} characters`);
  return text;
}

/** Their values are texts to compute, whatever they look like, so they are taken as they are written. */
function readExtraSpecs(
  mapping: YamlMapping,
  report: YamlReport,
): Readonly<Record<string, string>> | undefined {
  const tree = memberOf(mapping, 'extra_specs');
  const specs = tree === undefined ? null : mappingAt(tree, "'extra_specs'", report);
  if (specs === null) return undefined;
  const read: [string, string][] = [];
  for (const [key, member] of specs.members) {
    if (!/^[a-zA-Z0-9-_:. ]{1,255}$/.test(key))
      report.error(
        member.offset,
        `${quote(key)} is no key: letters, digits, '-', '_', ':', '.' and blanks, up to 255`,
      );
    const value = writtenText(member.tree, key, report);
    if (value !== undefined && value.length > 255)
      report.error(member.tree.offset, 'the value of an extra spec has up to 255 characters');
    if (value !== undefined) read.push([key, value]);
  }
  return Object.fromEntries(read);
}
