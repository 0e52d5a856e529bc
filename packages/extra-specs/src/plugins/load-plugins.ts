import { join } from 'node:path';
import type { ExtraSpec, Namespace } from '../definitions/definition.ts';
import { type Contribution, describeSource, type Source } from '../registry/source.ts';
import { EntryError } from './entry-error.ts';
import { type FindOptions, findPlugins } from './find-plugins.ts';
import { importEntry } from './import-entry.ts';
import type { Plugin, PluginIssue } from './plugin.ts';

export interface LoadOptions extends FindOptions {
  /** How long to wait for one module. */
  readonly limitMs?: number | undefined;
}

export interface LoadedPlugins {
  /** One for each package that contributes something, by name. */
  readonly contributions: readonly Contribution[];
  /** What is left out, and why. */
  readonly issues: readonly PluginIssue[];
}

/**
 * What the plug-ins contribute, as frozen data that they cannot reach any more. One that fails is reported and left out, and does
 * not keep the others from loading. Which keys collide is for `buildRegistry` to tell.
 */
export async function loadPlugins(options: LoadOptions): Promise<LoadedPlugins> {
  const found = await findPlugins(options);
  const issues = [...found.issues];
  const contributions: Contribution[] = [];
  // One after the other: if a module is slow before its first await, it does not use up the time of the next one.
  for (const plugin of found.plugins) {
    const contribution = await load(plugin, options.limitMs ?? 5000, issues);
    if (contribution.namespaces.length > 0) contributions.push(contribution);
  }
  return { contributions, issues };
}

async function load(plugin: Plugin, limitMs: number, issues: PluginIssue[]): Promise<Contribution> {
  const source: Source = { kind: 'plugin', name: plugin.name, version: plugin.version };
  const namespaces: Namespace[] = [];
  const places = new Map<ExtraSpec, string>();
  for (const entry of plugin.entries) {
    const place = join(plugin.directory, entry.module);
    try {
      const namespace = await importEntry(plugin, entry, limitMs);
      namespaces.push(namespace);
      for (const spec of namespace.specs) places.set(spec, `${place} (${describeSource(source)})`);
    } catch (error) {
      if (!(error instanceof EntryError)) throw error;
      for (const text of error.reasons) issues.push({ plugin: plugin.name, entry: entry.name, place, text });
    }
  }
  return { source, namespaces, placeOf: (spec) => places.get(spec) as string };
}
