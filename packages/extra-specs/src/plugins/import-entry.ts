import { readFile, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Namespace } from '../definitions/definition.ts';
import { describeError, errorCode } from './describe-error.ts';
import { EntryError } from './entry-error.ts';
import { namespaceFrom } from './namespace-from.ts';
import type { Plugin, PluginEntry } from './plugin.ts';

/**
 * The namespace that an entry's module exports as its default, or as `namespace`; or that a JSON file contains. A module's own
 * code runs here, with all that this process may do; only how long we wait for it is limited.
 */
export async function importEntry(plugin: Plugin, entry: PluginEntry, limitMs: number): Promise<Namespace> {
  const file = await fileOf(plugin, entry);
  if (file.endsWith('.json')) return namespaceFrom(await readJson(file));
  const module = await withinLimit(importModule(file), limitMs);
  // The export never goes through a promise as it is: with a function `then` in it, that would call it, and wait.
  return namespaceFrom(exportOf(module));
}

/** The file is part of the package: neither its path nor a symbolic link on the way leads out of it. */
async function fileOf({ directory }: Plugin, { module }: PluginEntry): Promise<string> {
  const path = join(directory, module);
  if (!isInside(directory, path)) throw new EntryError(`'${module}' leads out of the package`);
  let file: string;
  try {
    file = await realpath(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') throw new EntryError(`there is no file '${module}' in the package`);
    throw new EntryError(`'${module}' cannot be read: ${errorCode(error)}`);
  }
  if (!isInside(directory, file)) throw new EntryError(`'${module}' is a link that leads out of the package`);
  return file;
}

function isInside(directory: string, path: string): boolean {
  const way = relative(directory, path);
  return way !== '' && way !== '..' && !way.startsWith('../') && !isAbsolute(way);
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new EntryError(
      error instanceof SyntaxError ? `is not JSON: ${error.message}` : `cannot be read: ${errorCode(error)}`,
    );
  }
}

async function importModule(file: string): Promise<unknown> {
  try {
    return await import(pathToFileURL(file).href);
  } catch (thrown) {
    throw new EntryError(`cannot be loaded: ${describeError(thrown)}`);
  }
}

/** A module can wait for ever at its top level. It then stays where it is; we go on. */
async function withinLimit<Result>(work: Promise<Result>, limitMs: number): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new EntryError(`was not loaded within ${limitMs} ms`));
  }, limitMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** What `import` gives is not always a module: one that exports a function `then` can put anything in its place. */
function exportOf(module: unknown): unknown {
  try {
    const exports = Object(module) as Readonly<Record<string, unknown>>;
    for (const name of ['default', 'namespace']) if (name in exports) return exports[name];
  } catch (thrown) {
    throw new EntryError(`what is exported cannot be read: ${describeError(thrown)}`);
  }
  throw new EntryError(`exports neither a default nor 'namespace'`);
}
