import type { Check } from './check.ts';
import { credentialNamed } from './credential.ts';
import { type MatchTemplate, parseMatchTemplate } from './match-template.ts';

/** The text of a rule is not in the policy language. */
export class CheckSyntaxError extends Error {
  override readonly name = 'CheckSyntaxError';
}

/** The older form of a rule: the outer list is joined by `or`, inner lists by `and`. */
export type ListCheck = readonly (string | readonly string[])[];

/**
 * Reads a rule in oslo.policy's language:
 *
 *     check  = 'role:' … | 'rule:' … | credential ':' … | literal ':' … | '@' | '!'
 *     factor = check | 'not' factor | '(' either ')'
 *     both   = factor ('and' factor)*
 *     either = both ('or' both)*
 *
 * oslo.policy denies whatever it cannot read and logs it. Here that is an error, since an operator who wrote
 * it meant something else. One exception: a word without a colon, a common slip for `rule:word` in files that are
 * in use, counts as a no at its place, as there.
 */
export function parseCheck(rule: string | ListCheck): Check {
  return typeof rule === 'string' ? parseText(rule) : parseList(rule);
}

function parseText(text: string): Check {
  if (text === '') return { kind: 'always' };
  const reader = new TokenReader(text);
  const check = either(reader);
  const rest = reader.next();
  if (rest !== undefined) throw reader.error(`${quoted(rest)} is not expected there`);
  return check;
}

function parseList(list: ListCheck): Check {
  if (list.length === 0) return { kind: 'always' };
  const alternatives = list
    .filter((inner) => inner.length > 0)
    .map((inner) => joined('and', typeof inner === 'string' ? [single(inner)] : inner.map(single)));
  return alternatives.length === 0 ? { kind: 'never' } : joined('or', alternatives);
}

function either(reader: TokenReader): Check {
  const alternatives = [both(reader)];
  while (reader.skip('or')) alternatives.push(both(reader));
  return joined('or', alternatives);
}

function both(reader: TokenReader): Check {
  const conditions = [factor(reader)];
  while (reader.skip('and')) conditions.push(factor(reader));
  return joined('and', conditions);
}

function factor(reader: TokenReader): Check {
  if (reader.skip('not')) return { kind: 'not', check: factor(reader) };
  if (reader.skip('(')) {
    const inner = either(reader);
    if (!reader.skip(')')) throw reader.error("a ')' is missing");
    return inner;
  }
  const token = reader.next();
  if (token === undefined) throw reader.error('a check is missing at the end');
  if (isWord(token)) throw reader.error(`a check is missing before ${quoted(token)}`);
  if (/^(['"]).*\1$/.test(token)) throw reader.error(`${token} is a text, not a check`);
  return single(token);
}

function single(text: string): Check {
  if (text === '@') return { kind: 'always' };
  if (text === '!') return { kind: 'never' };
  const colon = text.indexOf(':');
  if (colon < 0) return { kind: 'never', because: `'${text}' is not a check (was 'rule:${text}' meant?)` };

  const left = text.slice(0, colon);
  const right = text.slice(colon + 1);
  switch (left) {
    case 'rule':
      return { kind: 'rule', name: right };
    case 'role':
      return { kind: 'role', match: template(text, right) };
    case 'http':
    case 'https':
      throw new CheckSyntaxError(`'${text}' asks another server, which is not supported`);
    default:
      return comparison(text, left, template(text, right));
  }
}

function comparison(text: string, left: string, match: MatchTemplate): Check {
  const value = literalValue(left);
  if (value !== null) return { kind: 'literal', source: left, value, match };
  if (!/^[a-z_][\w-]*(\.[a-z_][\w-]*)*$/i.test(left)) {
    throw new CheckSyntaxError(`'${text}': ${quoted(left)} is neither a name nor a literal`);
  }
  const [head = '', ...below] = left.split('.');
  if (below.length > 0 && credentialNamed(head) !== null) {
    throw new CheckSyntaxError(`'${text}': ${head} has no parts to name`);
  }
  return { kind: 'credential', name: left, match };
}

/** What Python would print for the literal; null where it is none. Only texts, whole numbers, True, False, None. */
function literalValue(source: string): string | null {
  const text = /^(?:'([^'\\]*)'|"([^"\\]*)")$/.exec(source);
  if (text !== null) return text[1] ?? text[2] ?? '';
  if (/^[+-]?(?:0|[1-9]\d*)$/.test(source)) return String(BigInt(source.replace('+', '')));
  return ['True', 'False', 'None'].includes(source) ? source : null;
}

function template(text: string, right: string): MatchTemplate {
  const match = parseMatchTemplate(right);
  if (match === null) {
    throw new CheckSyntaxError(`'${text}': after '%' comes '(name)s', or another '%' to mean the sign`);
  }
  return match;
}

function joined(kind: 'and' | 'or', checks: readonly Check[]): Check {
  const [only] = checks;
  return checks.length === 1 && only !== undefined ? only : { kind, checks };
}

/** The tokens of a rule, one at a time: parentheses, the words and, or, not in lower case, and checks. */
class TokenReader {
  readonly #text: string;
  readonly #tokens: readonly string[];
  #index = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = [...tokensOf(text)];
    if (this.#tokens.length === 0) throw this.error("only blanks; write '' or '@' to allow, '!' to deny");
  }

  next(): string | undefined {
    return this.#tokens[this.#index++];
  }

  skip(token: string): boolean {
    if (this.#tokens[this.#index] !== token) return false;
    this.#index += 1;
    return true;
  }

  error(problem: string): CheckSyntaxError {
    return new CheckSyntaxError(`cannot read ${JSON.stringify(this.#text)}: ${problem}`);
  }
}

/**
 * Parentheses are tokens only at the ends of a word: `(role:a` and `b:%(c)s)` hold one each, and
 * those of `%(c)s` belong to the check.
 */
function* tokensOf(text: string): Generator<string> {
  for (const word of text.split(/\s+/)) {
    const [, opening = '', inner = '', closing = ''] = /^(\(*)(.*?)(\)*)$/s.exec(word) ?? [];
    yield* opening;
    if (inner !== '') yield isWord(inner.toLowerCase()) ? inner.toLowerCase() : inner;
    yield* closing;
  }
}

function isWord(token: string): boolean {
  return ['(', ')', 'and', 'or', 'not'].includes(token);
}

function quoted(text: string): string {
  return `'${text}'`;
}
