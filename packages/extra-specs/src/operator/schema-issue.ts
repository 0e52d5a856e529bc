/** Something that is wrong, or looks wrong, with an operator's schema. */
export interface SchemaIssue {
  /** A file with an error is left out as a whole; one with warnings is used. */
  readonly severity: 'error' | 'warning';
  /** As the operator gave it. */
  readonly path: string;
  /** Null where it is about the file itself: it is not there, or cannot be read. */
  readonly position: Position | null;
  readonly text: string;
}

/** Both begin with 1. A column is a character, however many bytes it takes. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** `site.yaml:12:5: error: 'type' is missing` */
export function describeIssue({ severity, path, position, text }: SchemaIssue): string {
  return `${position === null ? path : describePlace(path, position)}: ${severity}: ${text}`;
}

export function describePlace(path: string, { line, column }: Position): string {
  return `${path}:${line}:${column}`;
}

/** The reverse of `describePlace`; null for what is no place in a file. */
export function parsePlace(place: string): { readonly path: string; readonly position: Position } | null {
  const [, path, line, column] = /^(.+):(\d+):(\d+)$/s.exec(place) ?? [];
  if (path === undefined) return null;
  return { path, position: { line: Number(line), column: Number(column) } };
}

/** For a list that is read from top to bottom: by file, and within a file by place. */
export function byPlace(one: SchemaIssue, other: SchemaIssue): number {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  const [first, second] = [one.position ?? { line: 0, column: 0 }, other.position ?? { line: 0, column: 0 }];
  return first.line - second.line || first.column - second.column;
}
