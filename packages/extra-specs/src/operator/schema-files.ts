import { readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { FileError, readBytes } from './read-bytes.ts';
import { largestSchema } from './read-schema.ts';
import type { SchemaIssue } from './schema-issue.ts';

/** What is in the files at one moment. */
export interface SchemaFiles {
  /** Each once, in the order of what was asked for. */
  readonly files: readonly SchemaFile[];
  /** About those that could not be read. */
  readonly issues: readonly SchemaIssue[];
}

export interface SchemaFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * The files that some paths stand for. A directory stands for each `*.yaml` and `*.yml` in it, in the order of their names;
 * hidden ones, which editors leave behind, and directories in it do not count.
 */
export function readSchemaFiles(paths: readonly string[]): SchemaFiles {
  const files = new Map<string, SchemaFile>();
  const issues: SchemaIssue[] = [];
  for (const path of paths) {
    for (const file of filesAt(path, issues)) {
      attempt(file, issues, () => {
        const realPath = realpathSync(file);
        if (!files.has(realPath)) files.set(realPath, { path: file, bytes: readBytes(file, largestSchema) });
      });
    }
  }
  return { files: [...files.values()], issues };
}

function filesAt(path: string, issues: SchemaIssue[]): readonly string[] {
  let files: readonly string[] = [];
  attempt(path, issues, () => {
    const isDirectory = statSync(path).isDirectory();
    files = isDirectory ? schemasIn(path) : [path];
    if (files.length > 0) return;
    issues.push({ severity: 'warning', path, position: null, text: 'there is no *.yaml in this directory' });
  });
  return files;
}

/** In the order of their names. */
function schemasIn(directory: string): readonly string[] {
  const names = readdirSync(directory).filter((name) => /^[^.].*\.ya?ml$/s.test(name));
  return names.sort().map((name) => join(directory, name));
}

function attempt(path: string, issues: SchemaIssue[], work: () => void): void {
  try {
    work();
  } catch (error) {
    issues.push({ severity: 'error', path, position: null, text: FileError.from(error).message });
  }
}
