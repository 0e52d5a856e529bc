import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Outcome } from './run-module.ts';
import type { Suite } from './suites.ts';

/** What modules have come to, in a file: a run that was cut off goes on with those that are not there. */
export class KeptOutcomes {
  readonly #file: string;
  readonly #outcomes = new Map<string, readonly Outcome[]>();

  constructor(file: string) {
    this.#file = file;
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    for (const line of text.split('\n').filter(Boolean)) {
      const [key, outcomes] = JSON.parse(line) as [string, readonly Outcome[]];
      this.#outcomes.set(key, outcomes);
    }
  }

  of(suite: Suite, module: string): readonly Outcome[] | undefined {
    return this.#outcomes.get(keyOf(suite, module));
  }

  keep(suite: Suite, module: string, outcomes: readonly Outcome[]): void {
    appendFileSync(this.#file, `${JSON.stringify([keyOf(suite, module), outcomes])}\n`);
  }
}

function keyOf(suite: Suite, module: string): string {
  return `${suite.package} ${module}`;
}
