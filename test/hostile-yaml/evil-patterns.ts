import type { Prng } from '@berth/testing/prng.ts';
import { type HostileFile, hostile } from './hostile-file.ts';

/** Patterns that other engines would choke on, or that are none, for a value and for a parameter. */
export function evilPattern(prng: Prng): HostileFile {
  const quoted = (): string => `'${evil(prng).replaceAll("'", "''").replaceAll('\n', ' ')}'`;
  const entries = Array.from(
    { length: prng.between(1, 3) },
    (_, index) => `- name: a${index}.{p}
  namespace: site
  description: b
  parameters: [{name: p, description: c, pattern: ${prng.chance(0.3) ? quoted() : "'[a-z]+'"}}]
  value: {type: string, ${prng.pick(['pattern', 'format'])}: ${quoted()}}
`,
  );
  return hostile('pattern', `version: 1.0\nmetadata:\n${entries.join('')}`, 'either');
}

/** As many and as heavy ones as fit into a file. */
export function manyPatterns(prng: Prng, largest: number): HostileFile {
  const pattern = prng.pick(heavy);
  const entry = (index: number): string =>
    `- {name: a${index}, namespace: site, description: b, value: {type: string, pattern: '${pattern}'}}\n`;
  // Numbers grow longer; none is to be refused for its size alone.
  const count = Math.floor((0.95 * largest) / entry(99_999).length);
  const entries = Array.from({ length: count }, (_, index) => entry(index));
  return hostile(
    'many patterns',
    `version: 1.0\nmetadata:\n${entries.join('')}`,
    count > 1_000 ? 'error' : 'either',
  );
}

function evil(prng: Prng): string {
  return prng.weighted<() => string>([
    [8, () => prng.pick(catastrophic)],
    [4, () => prng.pick(invalid)],
    [1, () => prng.pick(heavy)],
    [4, () => Array.from({ length: prng.between(1, 30) }, () => prng.pick(pieces)).join('')],
    [2, () => nested(prng)],
  ])();
}

function nested(prng: Prng): string {
  let pattern = prng.pick(['a', '\\w', '.', 'a|b', '[ab]']);
  for (let level = prng.between(1, 12); level > 0; level -= 1) {
    pattern = `(${pattern}${prng.pick(['', '|a', '|aa', 'a'])})${prng.pick(['*', '+', '?', '{2}', '{0,3}', '{1,}', '*?'])}`;
  }
  return `${pattern}${prng.pick(['$', '', 'b', '\\Z'])}`;
}

const catastrophic = [
  '(a+)+$',
  '(a*)*b',
  '(a|a)*b',
  '(a|aa)+$',
  '(.*a){20}',
  '(\\w+\\s?)*$',
  '([a-zA-Z]+)*!',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(x+x+)+y',
  '(?:a?){30}a{30}',
  '(.+)+(.+)+(.+)+=',
  '((a{1,100}){1,10})',
  '(\\d+)*-',
  '(a|b|ab)*c',
  '.*.*.*.*.*.*=',
  '(?i)(A|a|ſ)+$',
  '(?s)(.|\\n)*x',
];

const invalid = [
  '(',
  ')',
  '[',
  '[a',
  '*',
  '+',
  '?',
  'a**',
  'a{2,1}',
  '\\',
  '(?=a)',
  '(?!a)',
  '(?<=a)',
  '(a)\\1',
  '(?P<n>a)(?P=n)',
  '(?#x)',
  '(?P<n>a)(?P<n>b)',
  '(?>a)',
  'a++',
  '\\b',
  '\\B',
  '\\Q',
  '\\C',
  '\\p{Nope}',
  '[z-a]',
  '[[:nope:]]',
  '\\x{110000}',
  '\\8',
  '(?z)',
  'a{1001}',
  '(((a{1000}){1000}){1000})',
  '[\\D\\W]',
  '\\u12',
  '(?<n',
  '\ud83d'.toWellFormed(),
  '{',
  '{1}',
  '|*',
];

const heavy = [
  '\\w{1000}'.repeat(100),
  '\\w{999}',
  '\\W'.repeat(490),
  `(?i)[^${'\\w'.repeat(480)}]`,
  `(?i)${'\\pL'.repeat(300)}`,
  'a?'.repeat(300) + 'a'.repeat(300),
  '(?:.?){999}',
  '.{0,1000}.{0,1000}.{0,400}',
  `${'('.repeat(400)}a${')*'.repeat(250)}${')'.repeat(150)}`,
  '\\s'.repeat(490),
  `(?i)${'[a-z]'.repeat(190)}`,
  '(a*)*'.repeat(190),
  'ab|'.repeat(330),
  'aa bb cc dd '.repeat(80),
  'x'.repeat(1_000),
];

const pieces = [
  'a',
  'b',
  '.',
  '\\d',
  '\\w',
  '\\S',
  '[a-z]',
  '[^a]',
  '[\\w-]',
  '(',
  ')',
  '(?:',
  '|',
  '*',
  '+',
  '?',
  '{3}',
  '{1,50}',
  '^',
  '$',
  '\\.',
  '-',
  ':',
  'é',
  '\\u00e9',
  '(?i)',
  '[]',
  '[^]',
  ']',
  '\\\\',
  '\\Z',
  '{',
  '}',
  ',',
];

/** What an engine that goes back and forth would spend its life on. */
export const evilValues: readonly string[] = [
  `${'a'.repeat(254)}!`,
  'a'.repeat(255),
  'aA'.repeat(127),
  `${'a '.repeat(127)}!`,
  '0'.repeat(255),
  'x'.repeat(254),
  'é'.repeat(255),
  '\u{1f600}'.repeat(120),
  ',1-2'.repeat(63),
  '',
  `${'a'.repeat(5_000)}!`,
];
