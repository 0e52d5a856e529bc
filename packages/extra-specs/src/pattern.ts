import { RE2JS } from 're2js';
import { pythonBlanks } from './python/python-blanks.ts';

/**
 * A regular expression that a whole text must match, in time linear in the text, whoever wrote it.
 *
 * The dialect is RE2's (what regular expressions have in common, without looking around and without back references, which
 * cannot be matched in linear time), with the meaning that the original's language gives to classes: `\d`, `\s` and `\w` are
 * any digit, blank or word character of Unicode.
 */
export interface Pattern {
  readonly source: string;
  matches(text: string): boolean;
}

/** Why a text is no pattern. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

/** Longer ones are no description of a value, and cost more than they should to look at. */
export const longestPattern = 1000;

/** Steps of the automaton. A match looks at all of them for each character, in the worst case. */
const largestProgram = 5000;

export function compilePattern(source: string): Pattern {
  if (source.length > longestPattern) {
    throw new PatternError(`the pattern has ${source.length} characters, and ${longestPattern} are allowed`);
  }
  const automaton = compile(source);
  if (automaton.programSize() > largestProgram) {
    throw new PatternError('the pattern repeats too much to be matched quickly');
  }
  return { source, matches: (text) => automaton.matches(text) };
}

/** The text as a pattern that matches it and nothing else. */
export function literalPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

function compile(source: string): RE2JS {
  try {
    return RE2JS.compile(withUnicodeClasses(source));
  } catch (error) {
    if (error instanceof PatternError) throw error;
    // The engine throws its own kinds of errors only, whose texts show the part that is wrong.
    const reason =
      error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : String(error);
    throw new PatternError(`the pattern is not valid: ${asWritten(reason)}`);
  }
}

/** What the engine quotes is what it was given, and not what somebody wrote. */
function asWritten(reason: string): string {
  let text = reason;
  for (const [written, given] of [...outsideClass, ...insideClass]) text = text.replaceAll(given, written);
  return text;
}

/** RE2's own `\d`, `\s` and `\w` are about ASCII. */
function withUnicodeClasses(source: string): string {
  // Where the content of the class in brackets begins that we are in. A closing bracket there stands for itself.
  let classStart = -1;
  return source.replace(/\\u[\da-fA-F]{4}|\\[^]|\[:\^?[a-z]+:\]|\[\^?|\]/g, (part, at: number) => {
    // A class by name, whose bracket does not end the one that it is in.
    if (part.startsWith('[:')) return part;
    if (part.startsWith('[') && classStart < 0) classStart = at + part.length;
    else if (part === ']' && at > classStart) classStart = -1;
    if (!part.startsWith('\\')) return part;
    if (part.length > 2) return `\\x{${part.slice(2)}}`;
    return (classStart < 0 ? outsideClass : insideClass).get(part) ?? asInRe2(part);
  });
}

function asInRe2(escape: string): string {
  // RE2 has ways to write that nobody else has; and its word boundary is about ASCII.
  if (/[QECbBWSD]/.test(escape))
    throw new PatternError(`the pattern is not valid: \`${escape}\` cannot be used here`);
  return escape;
}

// The engine writes code points in braces.
const blanks = pythonBlanks.replace(/\\u([\da-f]{4})/g, '\\x{$1}');
const wordCharacters = String.raw`\p{L}_\p{N}`;

// Each begins and ends with what cannot be an end of a range: in `[\s-漢]` a blank, a hyphen and a character are meant.
const insideClass: ReadonlyMap<string, string> = new Map([
  ['\\d', '\\p{Nd}'],
  ['\\D', '\\P{Nd}'],
  ['\\s', `\\p{Zs}${blanks}\\p{Zs}`],
  ['\\w', wordCharacters],
]);

const outsideClass: ReadonlyMap<string, string> = new Map([
  ['\\d', '\\p{Nd}'],
  ['\\D', '\\P{Nd}'],
  ['\\s', `[${blanks}]`],
  ['\\S', `[^${blanks}]`],
  ['\\w', `[${wordCharacters}]`],
  ['\\W', `[^${wordCharacters}]`],
  ['\\Z', '\\z'],
]);
