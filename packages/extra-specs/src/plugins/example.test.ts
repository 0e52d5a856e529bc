import assert from 'node:assert/strict';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { givenFiles } from '@berth/testing/given-files.ts';
import { runCommand } from '@berth/testing/run-command.ts';
import type { Problem } from '../problem.ts';
import { buildRegistry } from '../registry/registry.ts';
import { type LoadedPlugins, loadPlugins } from './load-plugins.ts';

const root = join(import.meta.dirname, '../../../..');
const example = join(root, 'examples/extra-specs-accel');

/** A project beside which the example is installed as anybody would: packed, and unpacked by npm. */
function installExample(context: TestContext): string {
  const project = givenFiles(context, { 'package.json': { name: 'site', version: '1.0.0', private: true } });
  runCommand('npm', ['pack', '--offline', '--silent', '--pack-destination', project, example], project);
  const packed = readdirSync(project).filter((name) => name.endsWith('.tgz'));
  assert.deepEqual(packed, ['extra-specs-accel-1.0.0.tgz']);
  runCommand('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${packed[0]}`], project);
  const installed = join(project, 'node_modules/extra-specs-accel');
  assert.ok(lstatSync(installed).isDirectory());
  assert.deepEqual(readdirSync(installed).sort(), ['README.md', 'fpga.js', 'package.json']);
  return project;
}

/** Finds, loads and validates as a program of its own would, in a process that knows nothing but the project. */
const program = `
  import { buildRegistry } from '@berth/extra-specs/registry/registry.ts';
  import { loadPlugins } from '@berth/extra-specs/plugins/load-plugins.ts';
  import { validateFlavor } from '@berth/extra-specs/validation/validate-flavor.ts';

  const [directory, flavors] = JSON.parse(process.argv[1]);
  const loaded = await loadPlugins({ directory });
  const { registry, issues } = buildRegistry(loaded.contributions);
  const problems = flavors.map((flavor) => validateFlavor(registry, flavor, { mode: 'strict' }));
  console.log(JSON.stringify({ loaded, issues, problems }));`;

interface Answer {
  readonly loaded: LoadedPlugins;
  readonly issues: readonly unknown[];
  readonly problems: readonly (readonly Problem[])[];
}

test('the example is found, loaded and heeded when it is installed as a package', (context) => {
  const directory = installExample(context);
  const cases: [
    flavor: Record<string, string>,
    problems: [rule: string, text: string, suggestion: string | null][],
  ][] = [
    [{ 'fpga:boards': '2', 'fpga:bitstream.0': 'aes-gcm', 'fpga:bitstream.15': 'fft@2.10' }, []],
    [
      { 'fpga:boards': '9' },
      [['above-maximum', `Validation failed; '9' is greater than the max value of '8'.`, '8']],
    ],
    [
      { 'fpga:bords': '2' },
      [
        [
          'unknown-key',
          `Validation failed; extra spec 'fpga:bords' does not appear to be a valid extra spec.`,
          'fpga:boards',
        ],
      ],
    ],
    [
      { 'fpga:boards': '1', 'fpga:bitstream.16': 'fft' },
      [
        [
          'unknown-key',
          `Validation failed; extra spec 'fpga:bitstream.16' does not appear to be a valid extra spec.`,
          null,
        ],
      ],
    ],
    [
      { 'fpga:boards': '1', 'fpga:bitstream.1': 'FFT' },
      [
        [
          'wrong-format',
          `Validation failed; 'FFT' is not of the format '[a-z0-9][a-z0-9-]{0,62}(@[0-9]+(\\.[0-9]+)*)?'.`,
          null,
        ],
      ],
    ],
    [
      { 'fpga:function': 'fft' },
      [
        [
          'deprecated',
          `'fpga:function' is deprecated since 1.0.0; use 'fpga:bitstream.{region}'.`,
          'fpga:bitstream.{region}',
        ],
        ['missing-dependency', `'fpga:function' has no effect without 'fpga:boards'.`, 'fpga:boards'],
      ],
    ],
  ];
  const flavors = cases.map(([flavor]) => flavor);
  const answer = JSON.parse(
    runCommand(
      process.execPath,
      ['--input-type=module', '--eval', program, JSON.stringify([directory, flavors])],
      import.meta.dirname,
    ),
  ) as Answer;
  assert.deepEqual(answer.loaded.issues, []);
  assert.deepEqual(answer.issues, []);
  assert.deepEqual(
    answer.loaded.contributions.map(({ source }) => source),
    [{ kind: 'plugin', name: 'extra-specs-accel', version: '1.0.0' }],
  );
  for (const [index, [flavor, problems]] of cases.entries()) {
    assert.deepEqual(
      answer.problems[index]?.map(({ rule, text, suggestion }) => [rule, text, suggestion]),
      problems,
      JSON.stringify(flavor),
    );
  }
});

test('without the example nothing is known about its namespace', (context) => {
  const directory = givenFiles(context, { 'package.json': {} });
  const answer = JSON.parse(
    runCommand(
      process.execPath,
      ['--input-type=module', '--eval', program, JSON.stringify([directory, [{ 'fpga:boards': '9' }]])],
      import.meta.dirname,
    ),
  ) as Answer;
  assert.deepEqual(
    answer.problems[0]?.map(({ rule }) => rule),
    ['unknown-namespace'],
  );
});

test('the plug-in in the document loads as it stands there', async (context) => {
  const page = readFileSync(join(root, 'docs/extra-specs-plugins.md'), 'utf8');
  const block = (language: string) => new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(page)?.[1];
  const directory = givenFiles(context, {
    'node_modules/extra-specs-accel/package.json': block('json'),
    'node_modules/extra-specs-accel/fpga.js': block('js'),
  });
  const { contributions, issues } = await loadPlugins({ directory });
  assert.deepEqual(issues, []);
  assert.equal(contributions[0]?.namespaces[0]?.specs.length, 3);
  assert.deepEqual(buildRegistry(contributions).issues, []);
});

test('the example is what its comment says: a namespace', () => {
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--allowJs',
    '--checkJs',
    '--module',
    'nodenext',
  ];
  const compiler = join(root, 'node_modules/.bin/tsc');
  runCommand(
    compiler,
    [...options, '--allowImportingTsExtensions', '--types', '', join(example, 'fpga.js')],
    root,
  );
});
