import { isCustomName, isResourceName } from '@berth/client/placement/resource-name.ts';
import { quote } from '@berth/client/quote.ts';
import { parseYamlTree } from '@berth/client/yaml/parse-yaml-tree.ts';
import { YamlReport } from '@berth/client/yaml/yaml-report.ts';
import { mappingAt } from '@berth/client/yaml/yaml-shape.ts';
import type { YamlMapping, YamlTree } from '@berth/client/yaml/yaml-tree.ts';
import type { CloudFile, Placed } from '../cloud-file.ts';
import { readFlavors } from './read-flavors.ts';
import { namesMember, refuseUnknown } from './read-member.ts';
import { readProviders } from './read-providers.ts';

/** In bytes. A provider takes some three hundred. */
const largestFile = 8 * 2 ** 20;

/** A provider is two levels deep, and one below it three more. */
const bounds = { noun: 'a cloud', begins: 'providers:', deepest: 64, mostValues: 400_000 };

const members = ['resource_classes', 'traits', 'providers', 'flavors'];

export interface ReadCloudFile {
  /** Null when there is an error. */
  readonly file: CloudFile | null;
  /** All that is wrong, each with its place: 'cloud.yaml:3:5: …'. */
  readonly errors: readonly string[];
}

/** Reads what a cloud is to have. It never throws, whatever the text. `path` is for messages. */
export function readCloudFile(path: string, text: string): ReadCloudFile {
  if (Buffer.byteLength(text) > largestFile)
    return { file: null, errors: [`${path}: the file is too large: ${largestFile} bytes are allowed`] };
  const withoutMark = text.startsWith('\ufeff') ? text.slice(1) : text;
  const report = new YamlReport(path, withoutMark);
  const root = parseYamlTree(withoutMark, report, bounds);
  const file = root === null ? null : readRoot(root, report);
  return { file: report.hasErrors ? null : file, errors: report.errors };
}

function readRoot(root: YamlTree, report: YamlReport): CloudFile | null {
  const mapping = mappingAt(root, 'the file', report);
  if (mapping === null) return null;
  refuseUnknown(mapping, 'the file', members, report);
  return {
    classes: readOwnNames(mapping, 'resource_classes', report),
    traits: readOwnNames(mapping, 'traits', report),
    providers: readProviders(mapping, report),
    flavors: readFlavors(mapping, report),
  };
}

/** Names that anybody may make: all others are Placement's, and there already. */
function readOwnNames(mapping: YamlMapping, list: string, report: YamlReport): readonly Placed[] {
  const names = namesMember(mapping, list, report) ?? [];
  for (const { name, place } of names) {
    if (!isResourceName(name))
      report.errorAt(place, `${quote(name)} is no name: A to Z, 0 to 9 and _, up to 255`);
    else if (!isCustomName(name))
      report.errorAt(place, `${quote(name)} is not for files to make: it has to begin with CUSTOM_`);
  }
  return names;
}
