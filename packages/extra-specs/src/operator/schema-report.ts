import { byPlace, type Position, type SchemaIssue } from './schema-issue.ts';

/** Of errors and of warnings, each. Nobody reads more, and a file can be wrong in 100,000 places. */
const mostOfAKind = 100;

/** Collects what is found in one file. Places are offsets into its text until somebody asks. */
export class SchemaReport {
  readonly #path: string;
  readonly #text: string;
  readonly #found: Readonly<Record<SchemaIssue['severity'], Finding[]>> = { error: [], warning: [] };
  #lineStarts: readonly number[] | null = null;

  constructor(path: string, text: string) {
    this.#path = path;
    this.#text = text;
  }

  error(offset: number, text: string): void {
    this.#found.error.push({ offset, text });
  }

  warning(offset: number, text: string): void {
    this.#found.warning.push({ offset, text });
  }

  get hasErrors(): boolean {
    return this.#found.error.length > 0;
  }

  /** In the order in which they stand in the file. */
  issues(): readonly SchemaIssue[] {
    const issues = (['error', 'warning'] as const).flatMap((severity) => this.#issuesOf(severity));
    return issues.sort(byPlace);
  }

  positionAt(offset: number): Position {
    const within = Math.min(offset, this.#text.length);
    const line = this.lineAt(within);
    const start = this.#starts[line - 1] as number;
    return { line, column: within - start - pairsIn(this.#text.slice(start, within)) + 1 };
  }

  /** Without its column, for which the whole line would have to be read. */
  lineAt(offset: number): number {
    const starts = this.#starts;
    let line = 0;
    let end = starts.length;
    while (end - line > 1) {
      const middle = (line + end) >> 1;
      if ((starts[middle] as number) <= offset) line = middle;
      else end = middle;
    }
    return line + 1;
  }

  get #starts(): readonly number[] {
    this.#lineStarts ??= lineStartsOf(this.#text);
    return this.#lineStarts;
  }

  #issuesOf(severity: SchemaIssue['severity']): SchemaIssue[] {
    const found = this.#found[severity].sort((one, other) => one.offset - other.offset);
    const left = found.length - mostOfAKind;
    return found.slice(0, mostOfAKind).map(({ offset, text }, index) => ({
      severity,
      path: this.#path,
      position: this.positionAt(offset),
      text: left > 0 && index === mostOfAKind - 1 ? `${text} (and ${left} more ${severity}s)` : text,
    }));
  }
}

interface Finding {
  readonly offset: number;
  readonly text: string;
}

function lineStartsOf(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Characters that take two places in a text. */
function pairsIn(text: string): number {
  return text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0;
}
