import type { Prng } from '@berth/testing/prng.ts';

/** A schema that is right, written in one of many ways. Much of what is hostile is made of it by small changes. */
export function goodSchema(prng: Prng): string {
  const beginning = prng.pick(['', '---\n', '# Ours.\n', '%YAML 1.2\n---\n']);
  const version = prng.pick(['1.0', '1', '"1.0"', "'1.0'"]);
  const namespaces = prng.chance(0.3) ? 'namespaces:\n  - { name: site, description: Of the site. }\n' : '';
  const entries = Array.from({ length: prng.between(1, 4) }, (_, index) => goodEntry(prng, index));
  return `${beginning}version: ${version}\n${namespaces}metadata:\n${entries.join('')}`;
}

function goodEntry(prng: Prng, index: number): string {
  const hasParameter = prng.chance(0.4);
  const lines = [
    `- name: ${prng.pick(words)}_${index}${hasParameter ? '.{id}' : ''}`,
    // The first is in the namespace that may be described.
    ...(index === 0 || prng.chance(0.8) ? ['  namespace: site'] : []),
    `  description: ${prng.pick(descriptions)}`,
    ...(hasParameter ? ['  parameters:', ...prng.pick(parameters)] : []),
    ...valueLines(prng),
    ...prng.some(extras, 0, 3).map((extra) => `  ${extra}`),
  ];
  return `${lines.join('\n')}\n`;
}

function valueLines(prng: Prng): string[] {
  const members = prng.pick(values);
  return prng.chance(0.5)
    ? ['  value:', ...members.map((member) => `    ${member}`)]
    : [`  value: { ${members.join(', ')} }`];
}

const words = ['tier', 'zone', 'disk', 'a', 'toString', 'x-y', 'a.b', 'valueOf'];

const descriptions = [
  'Some text.',
  "'It''s quoted.'",
  '"With an \\u00e9scape."',
  '>\n    Folded\n    text.',
  '|\n    Kept\n    lines.\n\n    A second paragraph.',
  'Räder für ``{id}`` — 図 \u{1f600}',
];

const parameters = [
  ['  - { name: id, type: integer, description: Which. }'],
  ["  - { name: id, pattern: '[a-f]+', description: Which. }"],
  ['  - name: id', '    type: string', '    description: Which one.'],
];

const values = [
  ['type: integer'],
  ['type: integer', 'min: 0', 'max: 0x10'],
  ['type: boolean', 'description: Whether.'],
  ['type: string'],
  ['type: string', 'enum: [1.2, 2.0, true]'],
  ['type: string', 'enum: [\'\', "~", a b]'],
  ['type: string', "pattern: '\\d+(-\\d+)?(,\\^?\\d+)*'"],
  ['type: string', 'format: "[a-z]{1,8}|any"', 'description: A word.'],
];

const extras = [
  'deprecated: true',
  'virt_drivers: [libvirt, vmwareapi]',
  'needs: [{ key: "hw:cpu_policy", values: [dedicated] }]',
  'image: { property: hw_x, relation: must-agree, noticed: api, rule: The same. }',
];
