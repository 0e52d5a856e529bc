import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from './describe-error.ts';
import type { Place } from './installed-packages.ts';
import type { Plugin, PluginEntry, PluginIssue } from './plugin.ts';

/** What a package.json says, as far as it is about us. */
export interface Manifest {
  /** Null for a package that declares nothing, and for one that cannot be used. */
  readonly plugin: Plugin | null;
  readonly issues: readonly PluginIssue[];
}

export async function readManifest(place: Place): Promise<Manifest> {
  const file = join(place.directory, 'package.json');
  const issues: PluginIssue[] = [];
  const report = (plugin: string, entry: string | null, text: string): void => {
    issues.push({ plugin, entry, place: file, text });
  };
  try {
    const json = await readJson(file, place);
    const declared = json === null ? null : declaration(json);
    if (json === null || declared === null) return { plugin: null, issues };
    const name = place.installedAs ?? memberText(json, 'name');
    const version = memberText(json, 'version');
    const entries: PluginEntry[] = [];
    for (const [entry, module] of Object.entries(declared)) {
      if (isModulePath(module)) entries.push({ name: entry, module });
      else report(name, entry, `${JSON.stringify(module)} is not a path that begins with './'`);
    }
    return { plugin: { name, version, directory: await realpath(place.directory), entries }, issues };
  } catch (error) {
    report(
      place.installedAs ?? place.directory,
      null,
      error instanceof Unusable ? error.message : `cannot be read: ${errorCode(error)}`,
    );
    return { plugin: null, issues };
  }
}

/** Why a package.json cannot be used. */
class Unusable extends Error {}

type JsonObject = Readonly<Record<string, unknown>>;

async function readJson(file: string, place: Place): Promise<JsonObject | null> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    // Under node_modules, a directory without a package.json is no package. One that was named by its path should be one.
    if (errorCode(error) === 'ENOENT' && place.installedAs !== null) return null;
    throw error;
  }
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new Unusable(`is not JSON: ${(error as SyntaxError).message}`);
  }
  if (!isObject(json)) throw new Unusable('is not a JSON object');
  return json;
}

function declaration(json: JsonObject): JsonObject | null {
  const berth = json['berth'];
  if (berth === undefined) return null;
  if (!isObject(berth)) throw new Unusable(`"berth" is not an object`);
  const extraSpecs = berth['extraSpecs'];
  if (extraSpecs === undefined) return null;
  if (!isObject(extraSpecs)) throw new Unusable(`"berth.extraSpecs" is not an object of entries and modules`);
  return extraSpecs;
}

function memberText(json: JsonObject, member: string): string {
  const text = json[member];
  if (typeof text !== 'string' || text === '') throw new Unusable(`has no "${member}"`);
  return text;
}

function isModulePath(module: unknown): module is string {
  return typeof module === 'string' && module.startsWith('./');
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
