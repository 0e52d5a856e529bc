import { pythonBlanks } from '../../python/python-blanks.ts';

/**
 * A pattern of ours as one of ECMAScript with the flag `u`, which is what a JSON Schema has. The two dialects are close: classes
 * such as `\d` mean more in ours, and a few things are written differently. Null for what is too far away (case that does not
 * matter, classes by the name of a script); whoever asks then has to do without.
 */
export function ecmaPattern(source: string): string | null {
  const state: State = { rest: source, classMembers: null };
  let result = '';
  while (state.rest !== '') {
    const piece = state.classMembers === null ? outside(state) : inside(state);
    if (piece === null) return null;
    result += piece;
  }
  return isPattern(result) ? result : null;
}

interface State {
  rest: string;
  /** How many members the class that we are in has so far; null outside of a class. */
  classMembers: number | null;
}

function outside(state: State): string | null {
  const quantifier = take(state, /^\{\d+(?:,\d*)?\}/);
  if (quantifier !== null) return quantifier;
  const opening = take(state, /^\[\^?/);
  if (opening !== null) {
    state.classMembers = 0;
    return opening;
  }
  if (take(state, /^\(\?P?<[^>]*>/) !== null) return '(';
  // No flags at all: there is nothing there, not even something to repeat.
  if (take(state, /^\(\?\)/) !== null) return '';
  const group = take(state, /^\(\?:?/);
  if (group !== null) return group === '(?:' ? group : null;
  const escape = take(state, escapes);
  if (escape !== null) return outsideClass.get(escape) ?? character(escape);
  const plain = take(state, /^./su) as string;
  return outsideClass.get(plain) ?? (/[{}\]]/.test(plain) ? `\\${plain}` : plain);
}

function inside(state: State): string | null {
  // A closing bracket that comes first stands for itself.
  if (state.classMembers !== 0 && take(state, /^\]/) !== null) {
    state.classMembers = null;
    return ']';
  }
  // A class by its name; without an end the bracket stands for itself.
  if (/^\[:.*:\]/s.test(state.rest)) return null;
  const first = member(state);
  if (first === null || first.isClass || !/^-[^\]]/s.test(state.rest)) return first?.text ?? null;
  take(state, /^-/);
  const last = member(state);
  return last === null || last.isClass ? null : `${first.text}-${last.text}`;
}

function member(state: State): { readonly text: string; readonly isClass: boolean } | null {
  state.classMembers = (state.classMembers as number) + 1;
  const escape = take(state, escapes);
  if (escape === null) {
    const plain = take(state, /^./su) as string;
    return { text: inClass(plain), isClass: false };
  }
  const known = insideClass.get(escape);
  if (known !== undefined) return { text: known, isClass: true };
  const text = character(escape);
  if (text === null) return null;
  return /^\\[pP]/.test(text)
    ? { text, isClass: true }
    : { text: escape === '\\-' ? '\\-' : inClass(text), isClass: false };
}

function inClass(text: string): string {
  return /^[[\]^-]$/.test(text) ? `\\${text}` : text;
}

const escapes = /^\\(?:[pP]\{[^}]*\}|[pP].|x\{[0-9a-fA-F]+\}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)/su;

/** What an escape means that is not a class of ours. */
function character(escape: string): string | null {
  const category = /^\\([pP])\{?(\^?)([A-Z][a-z]?|LC|Any)\}?$/.exec(escape);
  if (category !== null) {
    const [, sign, not, name] = category;
    return `\\${(sign === 'P') === (not === '^') ? 'p' : 'P'}{${name}}`;
  }
  const codePoint = /^\\x\{([0-9a-fA-F]+)\}$/.exec(escape);
  if (codePoint !== null) return `\\u{${codePoint[1]}}`;
  // Half of a pair stays a half, even where the other one follows.
  if (/^\\u[dD][89a-fA-F]/.test(escape)) return `\\u{${escape.slice(2)}}`;
  if (escape === '\\a') return '\\x07';
  if (/^\\(?:[nrtfv]|x..|u....)$/.test(escape)) return escape;
  if (/^\\[^a-zA-Z0-9]$/u.test(escape))
    return /[\^$\\.*+?()[\]{}|/]/.test(escape.slice(1)) ? escape : escape.slice(1);
  return null;
}

const wordCharacters = String.raw`\p{L}\p{N}_`;

const insideClass: ReadonlyMap<string, string> = new Map([
  ['\\d', '\\p{Nd}'],
  ['\\D', '\\P{Nd}'],
  ['\\s', pythonBlanks],
  ['\\w', wordCharacters],
]);

const outsideClass: ReadonlyMap<string, string> = new Map([
  ['\\d', '\\p{Nd}'],
  ['\\D', '\\P{Nd}'],
  ['\\s', `[${pythonBlanks}]`],
  ['\\S', `[^${pythonBlanks}]`],
  ['\\w', `[${wordCharacters}]`],
  ['\\W', `[^${wordCharacters}]`],
  // In a group, since it may be repeated, which says nothing, and is only allowed to a group.
  ['^', '(?:^)'],
  ['\\A', '(?:^)'],
  ['$', '(?:$)'],
  ['\\z', '(?:$)'],
  ['\\Z', '(?:$)'],
  ['.', '[^\\n]'],
]);

function take(state: State, pattern: RegExp): string | null {
  const taken = pattern.exec(state.rest)?.[0];
  if (taken === undefined) return null;
  state.rest = state.rest.slice(taken.length);
  return taken;
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u').source !== '';
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
