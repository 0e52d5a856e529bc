import assert from 'node:assert/strict';
import type { Namespace, Value } from '../../definitions/definition.ts';
import { buildRegistry, type Registry } from '../../registry/registry.ts';

const site: readonly Namespace[] = [
  {
    name: 'site',
    description: '',
    specs: [
      spec('tier', { type: 'string', enum: ['gold', '1.5', '7'] }),
      spec('slot.{number}', { type: 'integer', min: -5, max: 120 }, { number: '[0-9]{1,2}' }),
      // A plain key counts before all templates, and of those the first that matches.
      spec('slot.x', { type: 'string', pattern: '[a-c]+' }),
      spec('slot.{any}', { type: 'boolean' }, { any: '.*' }),
      spec('shade', { type: 'string', pattern: '(?i)red|green' }),
      spec('port.{case}', { type: 'integer' }, { case: '(?i)a+' }),
    ],
  },
  // More about one case of a template.
  {
    name: 'trait',
    description: '',
    specs: [
      spec('CUSTOM_FAST', { type: 'string', enum: ['required', 'maybe'] }),
      spec('HW_CPU_X86_AVX2', { type: 'string', enum: ['forbidden'] }),
    ],
  },
  {
    name: 'zone{n}',
    parameters: [{ name: 'n', pattern: '\\d*', description: '' }],
    description: '',
    specs: [spec('a-b', { type: 'boolean' })],
  },
  { name: null, description: '', specs: [spec('plain', { type: 'integer', max: 3 })] },
];

function spec(
  name: string,
  value: Value,
  parameters: Readonly<Record<string, string>> = {},
): Namespace['specs'][number] {
  const described = Object.entries(parameters).map(([parameter, pattern]) => ({
    name: parameter,
    pattern,
    description: '',
  }));
  return {
    name,
    value,
    description: `About ${name}.`,
    ...(described.length === 0 ? {} : { parameters: described }),
  };
}

/** Ours, and what a site adds to try the corners: keys that two templates match, cases of ours, patterns that a schema lacks. */
export function withSite(): Registry {
  const { registry, issues } = buildRegistry([
    { source: { kind: 'file', path: 'site.yaml' }, namespaces: site },
  ]);
  assert.deepEqual(
    issues.filter(({ severity }) => severity === 'error'),
    [],
  );
  return registry;
}
