import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { isUtf8 } from 'node:buffer';
import { join } from 'node:path';
import { describeTarget, type ProviderConfig, ProviderConfigError } from './provider-config.ts';
import { readProviderConfig } from './read-provider-config.ts';

export interface LoadedProviderConfigs {
  /** In the order of the files. No two have the same target. */
  readonly configs: readonly ProviderConfig[];
  readonly warnings: readonly string[];
}

/** In bytes. A provider takes some two hundred. */
const largestFile = 256 * 1024;
const mostFiles = 1000;

/**
 * Reads what operators add to providers: each `*.yaml` of a directory, in the order of their names. Hidden files do not count.
 * A directory that is not there is an empty one, as for the original.
 *
 * @throws {ProviderConfigError} with everything that is wrong in any of them. Nothing is used then: half of a configuration
 * would take away inventory that somebody relies on.
 */
export function loadProviderConfigs(directory: string): LoadedProviderConfigs {
  const errors: string[] = [];
  const warnings: string[] = [];
  const configs: ProviderConfig[] = [];
  for (const path of filesIn(directory, warnings)) {
    const read = readFileAt(path);
    errors.push(...read.errors);
    warnings.push(...read.warnings);
    configs.push(...read.configs);
  }
  errors.push(...duplicates(configs));
  if (errors.length > 0) throw new ProviderConfigError(errors);
  return { configs, warnings };
}

function filesIn(directory: string, warnings: string[]): readonly string[] {
  let names: readonly string[];
  try {
    names = readdirSync(directory);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw new ProviderConfigError([`${directory}: ${reasonFor(error)}`]);
    warnings.push(`${directory}: there is no such directory, so no provider is configured`);
    return [];
  }
  const files = names.filter((name) => name.endsWith('.yaml') && !name.startsWith('.')).sort();
  if (files.length > mostFiles) {
    throw new ProviderConfigError([`${directory}: has more than ${mostFiles} files *.yaml`]);
  }
  return files.map((name) => join(directory, name));
}

function readFileAt(path: string): ReturnType<typeof readProviderConfig> {
  const refuse = (reason: string) => ({ configs: [], errors: [`${path}: ${reason}`], warnings: [] });
  try {
    const bytes = readBytes(path);
    if (bytes.length > largestFile) return refuse(`the file is too large: ${largestFile} bytes are allowed`);
    if (!isUtf8(bytes)) return refuse('the file is not in UTF-8');
    return readProviderConfig(path, new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
  } catch (error) {
    return refuse(reasonFor(error));
  }
}

/** Up to one byte more than allowed. Never waits for what somebody else has to write first, as into a pipe. */
function readBytes(path: string): Uint8Array {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!fstatSync(file).isFile()) throw new Error('is not a file');
    const bytes = new Uint8Array(largestFile + 1);
    let length = 0;
    for (let count = -1; count !== 0 && length < bytes.length; length += count) {
      count = readSync(file, bytes, length, bytes.length - length, null);
    }
    return bytes.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

function duplicates(configs: readonly ProviderConfig[]): readonly string[] {
  const first = new Map<string, ProviderConfig>();
  const errors: string[] = [];
  for (const config of configs) {
    const key = describeTarget(config.target);
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, config);
    else errors.push(`${config.place}: the provider '${key}' is configured at ${earlier.place} already`);
  }
  return errors;
}

function reasonFor(error: unknown): string {
  const code = codeOf(error);
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EACCES' || code === 'EPERM') return 'cannot be read: permission denied';
  return error instanceof Error ? error.message : String(error);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
