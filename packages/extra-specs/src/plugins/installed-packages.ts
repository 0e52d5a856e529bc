import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from './describe-error.ts';
import type { PluginIssue } from './plugin.ts';

export interface Place {
  /** The name under which Node resolves it: its place under node_modules. Null for a package that is not in any. */
  readonly installedAs: string | null;
  readonly directory: string;
}

/**
 * The packages that a module in a directory could import: those in `node_modules` there and in every directory above. Where a
 * name occurs at several levels, the nearest has it, whatever is in it, as for Node.
 */
export async function installedPackages(
  directory: string,
): Promise<{ readonly places: readonly Place[]; readonly issues: readonly PluginIssue[] }> {
  const nearest = new Map<string, Place>();
  const issues: PluginIssue[] = [];
  for (const modules of modulesDirectories(directory)) {
    for (const name of await packageNames(modules, issues)) {
      if (!nearest.has(name)) nearest.set(name, { installedAs: name, directory: join(modules, name) });
    }
  }
  return { places: [...nearest.values()], issues };
}

/** The nearest package of that name. */
export async function findInstalled(directory: string, name: string): Promise<Place | null> {
  for (const modules of modulesDirectories(directory)) {
    const place = join(modules, name);
    if (await isThere(place)) return { installedAs: name, directory: place };
  }
  return null;
}

function* modulesDirectories(directory: string): Generator<string> {
  let current = directory;
  while (true) {
    // As for Node: there is no node_modules in a node_modules.
    if (!current.endsWith('/node_modules')) yield join(current, 'node_modules');
    const parent = dirname(current);
    if (parent === current) return;
    current = parent;
  }
}

async function packageNames(modules: string, issues: PluginIssue[]): Promise<string[]> {
  const names: string[] = [];
  for (const name of await subdirectories(modules, '', issues)) {
    if (!name.startsWith('@')) names.push(name);
    else {
      const scope = join(modules, name);
      for (const inner of await subdirectories(scope, `${name}/`, issues)) names.push(`${name}/${inner}`);
    }
  }
  return names;
}

async function subdirectories(directory: string, scope: string, issues: PluginIssue[]): Promise<string[]> {
  const report = (plugin: string, place: string, text: string): void => {
    issues.push({ plugin, entry: null, place, text });
  };
  const names: string[] = [];
  try {
    for (const entry of await readdir(directory, { withFileTypes: true })) {
      // Names of packages do not begin with a dot; npm's own files do.
      if (entry.name.startsWith('.')) continue;
      const path = join(directory, entry.name);
      if (entry.isDirectory()) names.push(entry.name);
      else if (entry.isSymbolicLink()) {
        if (await isThere(path)) names.push(entry.name);
        else report(`${scope}${entry.name}`, path, 'is a link that leads to no directory');
      }
    }
  } catch (error) {
    if (!isAbsence(error))
      report(scope.slice(0, -1) || '*', directory, `cannot be read: ${errorCode(error)}`);
  }
  return names;
}

/** What may not be looked at is there, too: who reads it then will tell. */
async function isThere(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    return !isAbsence(error);
  }
}

function isAbsence(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(errorCode(error));
}
