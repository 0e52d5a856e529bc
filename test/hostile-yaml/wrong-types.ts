import type { Prng } from '@berth/testing/prng.ts';
import { type HostileFile, hostile } from './hostile-file.ts';

/** Something in it is of another kind than it should be, or says what it cannot say. */
export function wrongType(prng: Prng): HostileFile {
  const chosen = new Map(prng.some(places, 1, 2).map((place) => [place, prng.pick(oddValues)]));
  return hostile('wrong type', print(whole, '', chosen), 'either');
}

export function strangeMember(prng: Prng): HostileFile {
  const name = prng.pick(strangeNames);
  const value = prng.pick(['{ polluted: true }', '[1]', 'x', '""', '{}']);
  const member = `${prng.pick([name, `"${name}"`, `? ${name}\n`])}: ${value}`;
  const mapping = prng.pick(['{"version"', '{"name"', '{"type"', '{"key"']);
  return hostile('strange member', print(whole).replace(mapping, `{${member}, ${mapping.slice(1)}`), 'error');
}

/** The same member twice, perhaps spelled in another way. */
export function duplicateKey(prng: Prng): HostileFile {
  const name = prng.pick(['version', 'metadata', 'name', 'description', 'value', 'type', 'enum', 'key']);
  const escaped = `"\\x${name.charCodeAt(0).toString(16)}${name.slice(1)}"`;
  const again = prng.pick([name, `'${name}'`, `"${name}"`, escaped]);
  const text = print(whole).replace(`"${name}":`, `${again}: ${prng.pick(oddValues)}, "${name}":`);
  return hostile('duplicate key', text, 'error');
}

const whole = {
  version: '1.0',
  namespaces: [{ name: 'site', description: 'Ours.', parameters: [] }],
  metadata: [
    {
      name: 'tier.{id}',
      namespace: 'site',
      description: 'A tier.',
      parameters: [{ name: 'id', type: 'integer', pattern: '\\d', description: 'Which.' }],
      value: { type: 'string', enum: ['gold', 'silver'], description: 'The tier.' },
      support: { status: 'deprecated', since: '1', replaced_by: 'site:b', reason: 'Old.' },
      virt_drivers: ['libvirt'],
      needs: [{ key: 'hw:cpu_policy', values: ['dedicated'] }],
      image: { property: 'hw_tier', relation: 'must-agree', noticed: 'api', rule: 'The same.' },
    },
    { name: 'b', namespace: 'site', description: 'B.', value: { type: 'integer', min: 1, max: 5 } },
  ],
};

/** In one line, with something else in the chosen places. */
function print(data: unknown, place = '', chosen: ReadonlyMap<string, string> = new Map()): string {
  const other = chosen.get(place);
  if (other !== undefined) return other;
  if (typeof data !== 'object' || data === null) return JSON.stringify(data);
  const members = Object.entries(data).map(([name, value]) => {
    const text = print(value, `${place}/${name}`, chosen);
    return Array.isArray(data) ? text : `${JSON.stringify(name)}: ${text}`;
  });
  return Array.isArray(data) ? `[${members.join(', ')}]` : `{${members.join(', ')}}`;
}

const places: readonly string[] = placesIn(whole, '');

function placesIn(data: unknown, place: string): string[] {
  if (typeof data !== 'object' || data === null) return [place];
  return [place, ...Object.entries(data).flatMap(([name, value]) => placesIn(value, `${place}/${name}`))];
}

const oddValues = [
  'null',
  '~',
  '',
  'true',
  'yes',
  '0',
  '-1',
  '1.0',
  '2.0',
  '1e400',
  '-.inf',
  '.nan',
  '0x10',
  '9007199254740993',
  '99999999999999999999999999',
  '""',
  "' '",
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '[a, a]',
  '{ a: b }',
  '[{}, {}]',
  '2001-01-01',
  '"\\0"',
  '"\\ud800"',
  '"\\x1b[31m"',
  '(',
  'a',
  'string',
  'a{1000}',
  '__proto__',
  '{ __proto__: 1 }',
  'constructor',
  `"${'x'.repeat(300)}"`,
  `"${'x'.repeat(11_000)}"`,
  '"{id}"',
  '"{id}{id}"',
  '"a:b"',
  'é',
];

const strangeNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '__defineGetter__',
  '<<',
  '',
  'null',
  '=',
  '\u{1f600}',
  'nam',
  'Version',
  'x'.repeat(2_000),
];
