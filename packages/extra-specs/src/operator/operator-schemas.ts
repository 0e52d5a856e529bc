import type { Registry, RegistryIssue } from '../registry/registry.ts';
import type { Contribution } from '../registry/source.ts';
import { readSchemas } from './load-schemas.ts';
import { combine } from './registry-with-schemas.ts';
import { readSchemaFiles } from './schema-files.ts';
import type { SchemaIssue } from './schema-issue.ts';

export interface SchemaOptions {
  /** Files, or directories of them. */
  readonly paths: readonly string[];
  /** What comes before the files, such as plug-ins. */
  readonly others?: readonly Contribution[];
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

  constructor(options: SchemaOptions) {
    this.#options = options;
    const { registry, issues, otherIssues } = this.#read();
    this.#registry = registry;
    this.#issues = issues;
    this.#otherIssues = otherIssues;
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
    const { registry, issues } = this.#read();
    const isTaken = issues.every(({ severity }) => severity !== 'error');
    if (isTaken) this.#registry = registry;
    this.#issues = issues;
    return { isTaken, issues };
  }

  #read(): ReturnType<typeof combine> {
    const { paths, others = [] } = this.#options;
    return combine(readSchemas(readSchemaFiles(paths)), others);
  }
}
