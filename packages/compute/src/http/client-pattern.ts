import { RE2JS } from 're2js';
import { re2Pattern } from './re2-pattern.ts';

/** A regular expression that a client has sent, to look for in texts. */
export interface ClientPattern {
  isIn(text: string): boolean;
  /** Whether the text begins with what it describes. */
  isAtStartOf(text: string): boolean;
}

/**
 * The original hands what clients send to its database, or to Python, where `(a+)+$` holds a process for as long as somebody likes. Here it
 * runs on RE2 (`re2js`, as with extra specs: a well-kept library, MIT, without parts in C), in time linear in the text, whatever was sent. Null
 * where it is no regular expression, or one that cannot be matched so: one that looks around, refers back, repeats more than a
 * thousand times or is larger than a bound. Clients are told the same of both.
 */
export function clientPattern(source: string): ClientPattern | null {
  const known = compiled.get(source);
  if (known !== undefined) return known;
  const made = compile(source);
  if (compiled.size >= compiledMax) compiled.clear();
  compiled.set(source, made);
  return made;
}

/** Each is asked for twice in one request: whether it is one, and for what it finds. */
const compiled = new Map<string, ClientPattern | null>();
const compiledMax = 100;

const longestSource = 1_000;
/** Steps of the automaton. In the worst case all of them are looked at for each character of a text, and texts have 255. */
const largestProgram = 500;

function compile(source: string): ClientPattern | null {
  if (source === '' || source.length > longestSource) return null;
  if (!/[\\^$.*+?()[\]{}|]/.test(source)) return literal(source);
  const translated = re2Pattern(source);
  if (translated === null) return null;
  const anywhere = compileWithin(translated);
  const atStart = compileWithin(`\\A(?:${translated})`);
  if (anywhere === null || atStart === null) return null;
  return { isIn: (text) => anywhere.test(text), isAtStartOf: (text) => atStart.test(text) };
}

/** Most are names, or parts of names. */
function literal(source: string): ClientPattern {
  return { isIn: (text) => text.includes(source), isAtStartOf: (text) => text.startsWith(source) };
}

function compileWithin(pattern: string): RE2JS | null {
  try {
    const automaton = RE2JS.compile(pattern);
    return automaton.programSize() > largestProgram ? null : automaton;
  } catch (error) {
    // Its own errors say what is wrong with a pattern; anything else is a mistake of ours.
    if (error instanceof Error && error.name.startsWith('RE2JS')) return null;
    throw error;
  }
}
