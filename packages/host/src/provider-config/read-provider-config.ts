import { isUuid } from '@berth/client/is-uuid.ts';
import { providerNameFault } from '@berth/client/placement/provider-name.ts';
import { quote } from '@berth/client/quote.ts';
import { parseYamlTree } from '@berth/client/yaml/parse-yaml-tree.ts';
import { YamlReport } from '@berth/client/yaml/yaml-report.ts';
import { listAt, mappingAt, memberOf } from '@berth/client/yaml/yaml-shape.ts';
import { describeKind, type YamlMapping, type YamlTree } from '@berth/client/yaml/yaml-tree.ts';
import { computeNodes, type ConfigTarget, type ProviderConfig } from './provider-config.ts';
import { additionsAt, readInventories, readTraits } from './read-additions.ts';
import { warnOfUnknown } from './warn-of-unknown.ts';

export interface ReadProviderConfig {
  /** None when there is an error. */
  readonly configs: readonly ProviderConfig[];
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

/** A configuration needs seven levels. */
const bounds = { noun: 'a configuration', begins: 'meta:', deepest: 20, mostValues: 20_000 };

/** Reads one file of the original's format, schema 1.0. It never throws, whatever the text. `file` is its name in messages. */
export function readProviderConfig(file: string, text: string): ReadProviderConfig {
  const withoutMark = text.startsWith('\ufeff') ? text.slice(1) : text;
  const report = new YamlReport(file, withoutMark);
  const root = parseYamlTree(withoutMark, report, bounds);
  const configs = root === null ? [] : readFile(root, report);
  return { configs: report.hasErrors ? [] : configs, errors: report.errors, warnings: report.warnings };
}

function readFile(root: YamlTree, report: YamlReport): readonly ProviderConfig[] {
  const file = mappingAt(root, 'the file', report);
  if (file === null || !checkVersion(file, report)) return [];
  const source = file.members.get('__source_file');
  if (source !== undefined) report.error(source.offset, "'__source_file' is not for files to say");
  warnOfUnknown(file, ['meta', 'providers', '__source_file'], report);
  const providers = memberOf(file, 'providers');
  if (providers === undefined) return [];
  return (listAt(providers, "'providers'", report) ?? []).flatMap((tree) => readProvider(tree, report) ?? []);
}

/** Whether the rest can be read by what this program knows. */
function checkVersion(file: YamlMapping, report: YamlReport): boolean {
  const tree = memberOf(file, 'meta');
  const meta = tree === undefined ? null : mappingAt(tree, "'meta'", report);
  const version = meta === null ? undefined : memberOf(meta, 'schema_version');
  if (version === undefined) {
    const offset = (meta ?? file).offset;
    if (!report.hasErrors) report.error(offset, "'meta' with a 'schema_version' is missing; it is '1.0'");
    return false;
  }
  if (version.kind !== 'scalar' || typeof version.value !== 'string') {
    report.error(
      version.offset,
      `'schema_version' is a text in quotes, '1.0', and not ${describeKind(version)}`,
    );
    return false;
  }
  const [, major, minor] = /^(\d+)\.(0|[1-9]\d*)$/.exec(version.value) ?? [];
  if (major !== '1') {
    const reason = major === undefined ? 'is no version' : 'is not known';
    report.error(version.offset, `the schema version ${quote(version.value)} ${reason}; '1.0' is`);
    return false;
  }
  if (minor !== '0') {
    const text = `the schema version is ${quote(version.value)}, newer than '1.0': some of it may be ignored`;
    report.warning(version.offset, text);
  }
  return true;
}

function readProvider(tree: YamlTree, report: YamlReport): ProviderConfig | null {
  const provider = mappingAt(tree, 'a provider', report);
  if (provider === null) return null;
  warnOfUnknown(provider, ['identification', 'inventories', 'traits'], report);
  const target = readTarget(provider, report);
  const inventoryItems = additionsAt(provider, 'inventories', report);
  const traitItems = additionsAt(provider, 'traits', report);
  const inventories = readInventories(inventoryItems, report);
  const traits = readTraits(traitItems, report);
  if (target === null) return null;
  // An empty entry adds nothing, but its provider is named all the same, and is none of those that nobody names.
  if (inventoryItems.length + traitItems.length === 0) {
    report.warning(provider.offset, 'this provider is given no inventory and no trait, and is ignored');
    return null;
  }
  return { target, inventories, traits, place: report.place(provider.offset) };
}

function readTarget(provider: YamlMapping, report: YamlReport): ConfigTarget | null {
  const tree = memberOf(provider, 'identification');
  const identification = tree === undefined ? null : mappingAt(tree, "'identification'", report);
  const members = [...(identification?.members ?? [])];
  const [name, member] = members[0] ?? [];
  if (members.length !== 1 || member === undefined || (name !== 'uuid' && name !== 'name')) {
    const offset = (identification ?? provider).offset;
    report.error(offset, "'identification' has either a 'uuid' or a 'name', and nothing else");
    return null;
  }
  const value = member.tree.kind === 'scalar' ? member.tree.value : null;
  if (typeof value !== 'string') {
    report.error(member.tree.offset, `'${name}' is a text, and not ${describeKind(member.tree)}`);
    return null;
  }
  // The original takes it as a name, too.
  if (value === computeNodes) return { kind: 'compute-nodes' };
  if (name === 'uuid') {
    // However it is written, it is the same uuid.
    const uuid = value.toLowerCase();
    if (isUuid(uuid)) return { kind: 'uuid', uuid };
    report.error(member.tree.offset, `${quote(value)} is neither a uuid nor '${computeNodes}'`);
    return null;
  }
  const fault = providerNameFault(value);
  if (fault === null) return { kind: 'name', name: value };
  report.error(member.tree.offset, fault);
  return null;
}
