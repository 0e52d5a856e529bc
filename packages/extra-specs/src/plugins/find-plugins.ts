import { dirname, isAbsolute, join, resolve } from 'node:path';
import { findInstalled, installedPackages, type Place } from './installed-packages.ts';
import { isOurs } from './is-ours.ts';
import type { Plugin, PluginIssue } from './plugin.ts';
import { readManifest } from './read-manifest.ts';

export interface FindOptions {
  /** Where to begin: packages are looked for in `node_modules` here and in every directory above. */
  readonly directory: string;
  /**
   * Only these, each the name of an installed package, or the path of a package's directory (beginning with `.` or `/`).
   * Every installed package that declares extra specs, unless given.
   */
  readonly packages?: readonly string[] | undefined;
}

export interface FoundPlugins {
  /** By name. No two have the same. */
  readonly plugins: readonly Plugin[];
  readonly issues: readonly PluginIssue[];
}

/** The packages that declare extra specs. Reads their package.json, and executes nothing. */
export async function findPlugins(options: FindOptions): Promise<FoundPlugins> {
  const directory = resolve(options.directory);
  const found =
    options.packages === undefined
      ? await allInstalled(directory)
      : await allNamed(directory, options.packages);
  return { ...found, plugins: found.plugins.toSorted(byName) };
}

async function allInstalled(directory: string): Promise<FoundPlugins> {
  const plugins: Plugin[] = [];
  const { places, issues: unreadable } = await installedPackages(directory);
  const issues = [...unreadable];
  for (const place of places) {
    const manifest = await readManifest(place);
    issues.push(...manifest.issues);
    if (manifest.plugin === null) continue;
    const { name, directory: real } = manifest.plugin;
    // Of a link both ends count.
    if ((await isOurs(dirname(place.directory))) && (await isOurs(real))) plugins.push(manifest.plugin);
    else issues.push({ plugin: name, entry: null, place: place.directory, text: foreign });
  }
  return { plugins, issues };
}

const foreign = 'belongs to another user, and is not used unless it is named';

async function allNamed(directory: string, names: readonly string[]): Promise<FoundPlugins> {
  const plugins = new Map<string, Plugin>();
  const issues: PluginIssue[] = [];
  for (const named of new Set(names)) {
    const report = (text: string, place = directory): void => {
      issues.push({ plugin: named, entry: null, place, text });
    };
    const place = await placeOf(directory, named);
    if (typeof place === 'string') {
      report(place);
      continue;
    }
    const { plugin, issues: faults } = await readManifest(place);
    issues.push(...faults);
    if (plugin === null) {
      if (faults.length === 0) report('declares no extra specs', join(place.directory, 'package.json'));
      continue;
    }
    const other = plugins.get(plugin.name);
    if (other === undefined) plugins.set(plugin.name, plugin);
    else if (other.directory !== plugin.directory) {
      report(`${other.directory} has the same name, '${plugin.name}', and is named before`, plugin.directory);
    }
  }
  return { plugins: [...plugins.values()], issues };
}

/** Where a package is that the configuration names; or why it is nowhere. */
async function placeOf(directory: string, named: string): Promise<Place | string> {
  if (named.startsWith('.') || isAbsolute(named)) {
    return { installedAs: null, directory: resolve(directory, named) };
  }
  if (!/^(?:@[^/@\\]+\/)?[^/@.\\][^/\\]*$/.test(named)) return 'is neither a package name nor a path';
  return (
    (await findInstalled(directory, named)) ??
    `is not installed: there is no node_modules/${named} here or in a directory above`
  );
}

function byName(one: Plugin, other: Plugin): number {
  return one.name < other.name ? -1 : 1;
}
