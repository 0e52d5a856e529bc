import { LineCounter } from 'yaml';

/** A file that is wrong in a thousand places is not read any better for all of them. */
const mostErrors = 20;

/** Collects what is found in one file, each with its place: 'gpu.yaml:12:5: …'. */
export class YamlReport {
  readonly errors: string[] = [];
  readonly warnings: string[] = [];
  readonly #file: string;
  readonly #lines = new LineCounter();

  constructor(file: string, text: string) {
    this.#file = file;
    this.#lines.addNewLine(0);
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      this.#lines.addNewLine(at + 1);
    }
  }

  error(offset: number, text: string): void {
    this.errorAt(this.place(offset), text);
  }

  /** The same at a place that was told before. */
  errorAt(place: string, text: string): void {
    if (this.errors.length < mostErrors) this.errors.push(`${place}: ${text}`);
    else if (this.errors.length === mostErrors) this.errors.push(`${this.#file}: and more`);
  }

  warning(offset: number, text: string): void {
    this.warnings.push(`${this.place(offset)}: ${text}`);
  }

  get hasErrors(): boolean {
    return this.errors.length > 0;
  }

  place(offset: number): string {
    const { line, col } = this.#lines.linePos(offset);
    return `${this.#file}:${line}:${col}`;
  }
}
