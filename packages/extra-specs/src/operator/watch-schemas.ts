import { createHash } from 'node:crypto';
import type { Registry, RegistryIssue } from '../registry/registry.ts';
import type { Contribution } from '../registry/source.ts';
import { DirectoryWatch } from './directory-watch.ts';
import { readSchemas } from './load-schemas.ts';
import { combine } from './registry-with-schemas.ts';
import { readSchemaFiles, type SchemaFiles } from './schema-files.ts';
import type { SchemaIssue } from './schema-issue.ts';

export interface SchemaOptions {
  /** Files, or directories of them. */
  readonly paths: readonly string[];
  /** What comes before the files, such as plug-ins. */
  readonly others?: readonly Contribution[];
  /** Told after each reload, and not after the first load. */
  readonly onReload?: (reload: Reload) => void;
  /** How long files have to be left alone before they are read. */
  readonly settleMs?: number;
}

export interface Reload {
  /** False when there was an error: what was in force before still is. */
  readonly isTaken: boolean;
  /** Of all files, as they are now. */
  readonly issues: readonly SchemaIssue[];
}

/**
 * The registry with an operator's files, which can change while it is in use. Whoever asks for `registry` gets a whole one, and
 * may keep it for the length of a request.
 *
 * The first load leaves out files with errors, as there is nothing better. A later one is taken only if no file has an error.
 */
export class OperatorSchemas {
  readonly #options: SchemaOptions;
  #registry: Registry;
  #issues: readonly SchemaIssue[];
  #otherIssues: readonly RegistryIssue[];
  /** Of what was read last, taken or not. */
  #fingerprint: string;
  #watch: DirectoryWatch | null = null;

  constructor(options: SchemaOptions) {
    this.#options = options;
    const files = readSchemaFiles(options.paths);
    const { registry, issues, otherIssues } = combine(readSchemas(files), options.others ?? []);
    this.#registry = registry;
    this.#issues = issues;
    this.#otherIssues = otherIssues;
    this.#fingerprint = fingerprintOf(files);
  }

  get registry(): Registry {
    return this.#registry;
  }

  /** What is wrong with the files, as they were when they were last read. */
  get issues(): readonly SchemaIssue[] {
    return this.#issues;
  }

  /** What is wrong with the other contributions. */
  get otherIssues(): readonly RegistryIssue[] {
    return this.#otherIssues;
  }

  /** Reads all files again, for instance on SIGHUP. It does not throw, whatever is in them. */
  reload(): Reload {
    return this.#read(readSchemaFiles(this.#options.paths));
  }

  /** From now on reloads by itself when a file has changed. What cannot be watched is told. */
  watch(onIssue: (issue: SchemaIssue) => void): void {
    if (this.#watch !== null) return;
    const { paths, settleMs = 200 } = this.#options;
    this.#watch = new DirectoryWatch({ paths, settleMs, onChange: () => this.#look(), onIssue });
    // Since the files were read something may have changed.
    this.#look();
  }

  /** Stops watching. The registry stays. */
  close(): void {
    this.#watch?.close();
    this.#watch = null;
  }

  /** A directory is full of events that are not about what is in the files. */
  #look(): void {
    const files = readSchemaFiles(this.#options.paths);
    if (fingerprintOf(files) !== this.#fingerprint) this.#read(files);
  }

  #read(files: SchemaFiles): Reload {
    const { registry, issues } = combine(readSchemas(files), this.#options.others ?? []);
    const isTaken = issues.every(({ severity }) => severity !== 'error');
    if (isTaken) this.#registry = registry;
    this.#issues = issues;
    this.#fingerprint = fingerprintOf(files);
    const reload = { isTaken, issues };
    this.#options.onReload?.(reload);
    return reload;
  }
}

function fingerprintOf({ files, issues }: SchemaFiles): string {
  const hash = createHash('sha256');
  for (const { path, bytes } of files) hash.update(`${path.length}:${path}${bytes.length}:`).update(bytes);
  return hash.update(JSON.stringify(issues)).digest('hex');
}
