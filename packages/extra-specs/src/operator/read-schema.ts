import { checkShape } from './check-shape.ts';
import { type OperatorContribution, readContribution } from './contribution.ts';
import { parseYaml } from './parse-yaml.ts';
import { readTree } from './read-tree.ts';
import type { SchemaIssue } from './schema-issue.ts';
import { SchemaReport } from './schema-report.ts';
import { findUnprintable } from './unprintable.ts';

/** In bytes, and in characters. A thousand extra specs with long descriptions are half of it. */
export const largestSchema = 1024 * 1024;

export interface ReadSchema {
  /** Null when there is an error: nobody should work with half a schema. */
  readonly contribution: OperatorContribution | null;
  readonly issues: readonly SchemaIssue[];
}

/** Reads an operator's schema. It never throws, whatever the text, and takes less than a second over it. */
export function readOperatorSchema(path: string, text: string): ReadSchema {
  const withoutMark = text.startsWith('\ufeff') ? text.slice(1) : text;
  const report = new SchemaReport(path, withoutMark);
  const contribution = read(path, withoutMark, report);
  return { contribution: report.hasErrors ? null : contribution, issues: report.issues() };
}

/** Each step needs what the one before has made sure of. */
function read(path: string, text: string, report: SchemaReport): OperatorContribution | null {
  if (text.length > largestSchema) {
    report.error(0, `the file is too large: ${largestSchema} bytes are allowed`);
    return null;
  }
  const strange = findUnprintable(text);
  if (strange !== null) {
    report.error(strange.offset, `${strange.name} cannot be used in a schema`);
    return null;
  }
  const document = parseYaml(text, report);
  const root = document === null ? null : readTree(document, report);
  const misshapen = root === null ? null : checkShape(root, report);
  return root === null || misshapen === null ? null : readContribution(path, root, misshapen, report);
}
