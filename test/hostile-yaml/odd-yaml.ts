import type { Prng } from '@berth/testing/prng.ts';
import { goodSchema } from './good-schema.ts';
import { type HostileFile, hostile } from './hostile-file.ts';

export function randomBytes(prng: Prng): HostileFile {
  const most = prng.pick([8, 100, 3_000]);
  const bytes = Uint8Array.from({ length: prng.between(0, most) }, () => prng.below(256));
  return { kind: 'random bytes', bytes, expects: 'error' };
}

/** What the lexer of YAML has a name for, in any order. */
export function randomMarks(prng: Prng): HostileFile {
  const marks = Array.from({ length: prng.between(1, 60) }, () => prng.pick(allMarks));
  return hostile('random marks', marks.join(prng.pick(['', ' ', ' ', '\n'])), 'error');
}

const allMarks = [
  '-',
  '- ',
  '?',
  ':',
  ': ',
  ',',
  '[',
  ']',
  '{',
  '}',
  '#',
  '&a',
  '*a',
  '!',
  '!!str',
  '!<x>',
  '|',
  '>',
  '|2-',
  '>+',
  "'",
  '"',
  '%YAML 1.2',
  '%TAG',
  '@',
  '`',
  '---',
  '...',
  '\n',
  '\n  ',
  '\n\t',
  ' ',
  'a',
  'version',
  '1.0',
  '~',
  '<<',
  '=',
  '\\',
  '"\\x',
  '\ufeff',
  '\u2028',
];

/** Tags, directives and more than one document. */
export function refusedYaml(prng: Prng): HostileFile {
  const good = goodSchema(prng);
  const text = prng.pick([
    () => good.replace('metadata:', `metadata: ${prng.pick(tags)}`),
    () => good.replace(/type: (\w+)/, `type: ${prng.pick(tags)} $1`),
    () =>
      `${prng.pick(['%YAML 1.1', '%YAML 9.9', '%TAG ! tag:x,1:', '%FOO bar', '%'])}\n---\n${good.replace(/^%.*\n---\n/, '')}`,
    () => `${good}${prng.pick(['---\n', '--- a\n', '...\n---\n'])}${goodSchema(prng)}`,
    () =>
      `${prng.pick(['---\n', 'a: b\n---\n', '--- |\n text\n'])}${good.startsWith('-') || good.startsWith('%') ? '' : '---\n'}${good}`,
  ])();
  // An empty document before the good one is one too many.
  return hostile('tags, directives, documents', text, text.startsWith('---\n---') ? 'error' : 'either');
}

const tags = [
  '!',
  '!!str',
  '!!binary',
  '!!set',
  '!!omap',
  '!!js/function',
  '!python/object/apply:os.system',
  '!<tag:yaml.org,2002:str>',
  '!e!x',
  '!!merge',
  '!!null',
  '!!float',
];

/** Characters that people do not see, or see in another order. */
export function oddCharacters(prng: Prng): HostileFile {
  const characters = Array.from(goodSchema(prng));
  for (let count = prng.between(1, 3); count > 0; count -= 1) {
    characters.splice(prng.below(characters.length + 1), 0, prng.pick(unusual));
  }
  return hostile('odd characters', characters.join(''), 'either');
}

const unusual = [
  '\0',
  '\x01',
  '\x1b',
  '\x1f',
  '\x02',
  '\x18',
  '\x7f',
  '\x85',
  '\u00a0',
  '\u00ad',
  '\u200b',
  '\u200d',
  '\u200e',
  '\u2028',
  '\u2029',
  '\u202e',
  '\u2066',
  '\ufeff',
  '\ufffd',
  '\uffff',
  '\u{1fffe}',
  '\u{e0001}',
  '\u{10ffff}',
  '\u0301',
  'İ',
  'ſ',
  'ﷺ',
  '\u{1f468}\u200d\u{1f469}',
  '\r',
  '\t',
  '\v',
  '\f',
];
