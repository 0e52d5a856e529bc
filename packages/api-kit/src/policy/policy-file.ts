import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Pair, parseDocument } from 'yaml';
import { type Check, partsOf } from './check.ts';
import { CheckSyntaxError, type ListCheck, parseCheck } from './parse-check.ts';

/** The operator's rules, which take the place of the defaults of the same name. */
export interface PolicyFile {
  readonly rules: ReadonlyMap<string, FileRule>;
  /** What was read in a sense that may not be the intended one, with file and line. */
  readonly warnings: readonly string[];
}

export interface FileRule {
  readonly check: Check;
  /** File and line: 'policy.yaml:12'. */
  readonly where: string;
}

/** The file cannot be used. The message has a line for each problem, with file and line. */
export class PolicyFileError extends Error {
  override readonly name = 'PolicyFileError';
}

/**
 * Reads a policy file, YAML or JSON (which is YAML too). `path` is for messages only.
 *
 * Stricter than oslo.policy in one point: a rule without a value, and an unquoted `!`, which YAML takes for one,
 * are refused. There they allow everybody.
 */
export function parsePolicyFile(text: string, path: string): PolicyFile {
  const reading = new Reading(text, path);
  for (const pair of reading.pairs()) reading.addRule(pair);
  return reading.result();
}

/** One file being read: what was found so far, good and bad. */
class Reading {
  readonly #path: string;
  readonly #lines = new LineCounter();
  readonly #document: Document;
  readonly #rules = new Map<string, FileRule>();
  readonly #warnings: string[] = [];
  readonly #problems: string[] = [];

  constructor(text: string, path: string) {
    this.#path = path;
    // 1.1 is what oslo.policy's YAML reader speaks: an unquoted `yes` is no text.
    this.#document = parseDocument(text, {
      version: '1.1',
      uniqueKeys: false,
      prettyErrors: false,
      lineCounter: this.#lines,
    });
    for (const { pos, message } of this.#document.errors) this.#problem(pos[0], message);
  }

  pairs(): readonly Pair[] {
    const { contents } = this.#document;
    if (this.#problems.length > 0 || contents === null) return [];
    if (isMap(contents)) return contents.items;
    const isEmpty = isScalar(contents) && contents.value === null;
    if (!isEmpty) this.#problem(contents.range?.[0] ?? 0, 'a policy file maps names of rules to checks');
    return [];
  }

  addRule({ key, value }: Pair): void {
    const offset = (isScalar(key) ? key.range?.[0] : undefined) ?? 0;
    if (!isScalar(key) || typeof key.value !== 'string') {
      this.#problem(offset, 'the name of a rule is a text');
      return;
    }
    const name = key.value;
    const where = this.#where(offset);
    const check = this.#checkOf(name, offset, value);
    if (check === null) return;

    const earlier = this.#rules.get(name);
    if (earlier !== undefined) this.#warnings.push(`${where}: ${name} replaces the one at ${earlier.where}`);
    this.#rules.set(name, { check, where });
    for (const part of partsOf(check)) {
      if (part.kind === 'never' && part.because !== undefined) {
        this.#warnings.push(`${where}: ${name}: ${part.because}; it counts as a no`);
      }
    }
  }

  result(): PolicyFile {
    if (this.#problems.length > 0) throw new PolicyFileError(this.#problems.join('\n'));
    return { rules: this.#rules, warnings: this.#warnings };
  }

  #checkOf(name: string, offset: number, value: unknown): Check | null {
    const written = this.#ruleIn(value);
    if (written === null) {
      this.#problem(offset, `${name} must be a text in quotes: ${found(value)}`);
      return null;
    }
    try {
      return parseCheck(written);
    } catch (error) {
      if (!(error instanceof CheckSyntaxError)) throw error;
      this.#problem(offset, `${name}: ${error.message}`);
      return null;
    }
  }

  #ruleIn(value: unknown): string | ListCheck | null {
    const text = this.#textIn(value);
    if (text !== null) return text;
    const list = this.#resolved(value);
    if (!isSeq(list)) return null;
    const alternatives = list.items.map((item) => this.#alternativeIn(item));
    return alternatives.every((alternative) => alternative !== null) ? alternatives : null;
  }

  #alternativeIn(value: unknown): string | readonly string[] | null {
    const text = this.#textIn(value);
    if (text !== null) return text;
    const list = this.#resolved(value);
    if (!isSeq(list)) return null;
    const texts = list.items.map((item) => this.#textIn(item));
    return texts.every((entry) => entry !== null) ? texts : null;
  }

  #textIn(value: unknown): string | null {
    const scalar = this.#resolved(value);
    // A tag of its own is never meant: `rule: !` is a tag without a text, not the check '!'.
    if (!isScalar(scalar) || scalar.tag !== undefined) return null;
    return typeof scalar.value === 'string' ? scalar.value : null;
  }

  #resolved(value: unknown): unknown {
    return isAlias(value) ? value.resolve(this.#document) : value;
  }

  #problem(offset: number, message: string): void {
    this.#problems.push(`${this.#where(offset)}: ${message}`);
  }

  #where(offset: number): string {
    return `${this.#path}:${this.#lines.linePos(offset).line}`;
  }
}

function found(value: unknown): string {
  if (isScalar(value) && value.tag === '!') return "write '!' in quotes to deny";
  if (isScalar(value) && value.value !== null) return `it is ${JSON.stringify(value.value)}`;
  if (value === null || isScalar(value)) return 'it is empty';
  return isSeq(value) ? 'it is a list of something else' : 'it is something else';
}
