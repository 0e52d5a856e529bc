import type { OperatorContribution } from './contribution.ts';
import { decodeSchema } from './decode-schema.ts';
import { type ReadSchema, readOperatorSchema } from './read-schema.ts';
import { readSchemaFiles, type SchemaFile, type SchemaFiles } from './schema-files.ts';
import type { SchemaIssue } from './schema-issue.ts';

export interface LoadedSchemas {
  /** Of the files without an error, in order. */
  readonly contributions: readonly OperatorContribution[];
  /** Of all files. */
  readonly issues: readonly SchemaIssue[];
  /** The files that are left out because of an error, and the paths that lead to none. */
  readonly leftOut: readonly string[];
}

/**
 * Reads operators' schemas: files, or directories of them. A file with an error is left out as a whole, so that nobody works
 * with half a schema; the others are used.
 */
export function loadSchemas(paths: readonly string[]): LoadedSchemas {
  return readSchemas(readSchemaFiles(paths));
}

export function readSchemas({ files, issues }: SchemaFiles): LoadedSchemas {
  const schemas = files.map(readSchemaFile);
  const all = [...issues, ...schemas.flatMap((schema) => schema.issues)];
  return {
    contributions: schemas.flatMap(({ contribution }) => contribution ?? []),
    issues: all,
    leftOut: pathsWithErrors(all),
  };
}

export function readSchemaFile({ path, bytes }: SchemaFile): ReadSchema {
  const decoded = decodeSchema(bytes);
  if (decoded.text !== null) return readOperatorSchema(path, decoded.text);
  const issue: SchemaIssue = { severity: 'error', path, position: decoded.position, text: decoded.reason };
  return { contribution: null, issues: [issue] };
}

export function pathsWithErrors(issues: readonly SchemaIssue[]): readonly string[] {
  return [...new Set(issues.filter(({ severity }) => severity === 'error').map(({ path }) => path))];
}
