import type { Prng } from '@berth/testing/prng.ts';
import { goodSchema } from './good-schema.ts';
import { type HostileFile, hostile } from './hostile-file.ts';

/** Small files that would be large if one took them at their word. */
export function explodingAnchors(prng: Prng): HostileFile {
  return hostile('anchors', prng.pick(explosions)(prng), 'error');
}

const explosions: readonly ((prng: Prng) => string)[] = [
  (prng) => laughs(prng.between(2, 40), prng.between(2, 12)),
  (prng) => `version: 1.0\nmetadata: &a [*a${', *a'.repeat(prng.below(20))}]\n`,
  () => 'a: &a { <<: *a, b: *a }\nversion: 1.0\nmetadata: []\n',
  (prng) => goodSchema(prng).replace('metadata:', `metadata: ${prng.pick(['&a', '&a &b', '&'])}`),
  (prng) => `${goodSchema(prng)}x: ${prng.pick(['*a', '*', '*version', '&version'])}\n`,
  (prng) => `? &k [${'a, '.repeat(prng.below(50))}]\n: *k\n*k : *k\n`,
];

function laughs(levels: number, width: number): string {
  const lines = ['a0: &a0 lol'];
  for (let level = 1; level < levels; level += 1) {
    lines.push(
      `a${level}: &a${level} [${Array(width)
        .fill(`*a${level - 1}`)
        .join(', ')}]`,
    );
  }
  return `${lines.join('\n')}\n`;
}

/** Levels in levels, opened in all the ways there are, from just too many to as many as fit. */
export function deepNesting(prng: Prng, largest: number): HostileFile {
  const opening = prng.pick(['[', '{a: ', '- ', '? ', '[{a: ', '{? ', '- [', '[[], ', '{[', '"a": [']);
  const fit = Math.floor(largest / opening.length / 2);
  const count = prng.chance(0.3) ? fit : prng.between(25, Math.min(fit, 5_000));
  const closing = prng.chance(0.5) ? '' : ']'.repeat(count);
  if (prng.chance(0.2)) return hostile('deep nesting', indented(prng.between(25, 400)), 'error');
  const place = prng.pick(['', 'version: 1.0\nmetadata: ', 'version: 1.0\nmetadata:\n- name: a\n  value: ']);
  return hostile(
    'deep nesting',
    `${place}${opening.repeat(count)}${closing}${prng.pick(['', '\n', '\na: b\n'])}`,
    'error',
  );
}

function indented(levels: number): string {
  return Array.from(
    { length: levels },
    (_, level) => `${' '.repeat(level)}${level % 3 === 0 ? '-' : 'a:'}\n`,
  ).join('');
}

/** Much of something. */
export function much(prng: Prng, largest: number): HostileFile {
  const size = prng.pick([largest, Math.floor(largest / 10), 2_000]);
  const part = prng.pick(parts);
  const repeated = part.repeat(Math.ceil(size / part.length));
  const inDescription = `version: 1.0\nmetadata:\n- name: a\n  value: {type: boolean}\n  description: `;
  const text = prng.pick([
    () => repeated,
    () => `version: 1.0\nmetadata:\n${repeated}`,
    () => `version: 1.0\nmetadata: [${repeated}`,
    () => `${inDescription}"${repeated}`,
    () => `${inDescription}|\n  ${repeated}x:`,
    () => `${inDescription}>\n${repeated}- {`,
    () => `${goodSchema(prng)}\n${repeated}: {`,
  ])();
  return hostile('much of something', text, 'either');
}

const parts = [
  'a',
  'a ',
  'a\n',
  '\n',
  ' ',
  '\t',
  '#\n',
  '# \n',
  '- ',
  '- a\n',
  '-\n',
  'a: b\n',
  'a: b, ',
  'a,',
  ',',
  ']',
  '}',
  ':',
  ': ',
  '? a\n',
  '""',
  '"" ',
  "''",
  '"',
  '--- a\n',
  '---\n',
  '...\n',
  '%A\n',
  '!a ',
  '- !a b\n',
  '&a ',
  '- &a b\n',
  '*a ',
  '- *a\n',
  '|\n',
  '- |\n',
  '- >2\n',
  '@',
  '`',
  '- {}\n',
  '- {name: a}\n',
  '- {name: a, description: b, value: {type: string}}\n',
  '  b\n',
  '   b\n  c\n',
  '\\n',
  '\\u0041',
  '\u{1f600}',
  '\r\n',
  '[a]: ',
  '"a": ',
];
