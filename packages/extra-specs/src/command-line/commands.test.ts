import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { ExitCode } from './command.ts';
import { dispatch } from './dispatch.ts';

const directory = mkdtempSync(join(tmpdir(), 'extra-specs-'));
after(() => rmSync(directory, { recursive: true }));

describe('extra-specs', () => {
  test('tells what it can do, and of each command what it takes', async () => {
    const { code, printed } = await run('--help');
    assert.equal(code, 0);
    for (const name of ['check', 'show', 'schema', 'render', 'glance']) {
      assert.match(printed, new RegExp(`^ {2}${name} `, 'm'));
      const help = await run(name, '--help');
      assert.equal(help.code, 0);
      assert.match(help.printed, new RegExp(`^Usage: extra-specs ${name} `));
    }
    assert.deepEqual(await run('--version'), { code: 0, printed: 'extra-specs 1.2.3\n', complaints: '' });
  });

  test('says what is wrong with a command line, and does nothing', async () => {
    for (const [args, complaint] of [
      [[], /^What flavors and images can say/],
      [['xyzzy'], /there is no command 'xyzzy'\. See extra-specs --help\./],
      [['chek'], /there is no command 'chek'; did you mean 'check'\?/],
      [['check'], /there is nothing to check/],
      [['check', 'hw:cpu_policy'], /'hw:cpu_policy' is not KEY=VALUE/],
      [['check', '=x'], /'=x' is not KEY=VALUE/],
      [['check', '--flavr', 'x'], /there is no option --flavr/],
      [['check', '--mode', 'loud', 'a=b'], /--mode is one of strict, warn, off, not 'loud'/],
      [['check', '--mode'], /--mode needs a value/],
      [['check', '--json=yes', 'a=b'], /--json takes no value/],
      [['check', '--driver', 'a', '--driver', 'b', 'a=b'], /--driver is given twice/],
      [['check', '--image', 'x'], /--image goes with --flavor/],
      [['check', 'a=b', 'a=c'], /'a' is given twice/],
      [['check', '--plugin', 'x', '--no-plugins', 'a=b'], /do not go together/],
      [['render'], /render needs a format: rst, markdown, html, json-schema/],
      [['render', 'pdf'], /there is no format 'pdf'/],
      [['render', 'toString'], /there is no format 'toString'/],
      [['glance'], /glance needs a directory/],
      [['glance', '--numa-nodes', '129', directory], /--numa-nodes is a number from 0 to 128, not '129'/],
      [['glance', '--check', '/no/such/place'], /there is no directory/],
      [['show'], /show needs a key/],
    ] as const) {
      const { code, printed, complaints } = await run(...args);
      assert.deepEqual([code, printed], [2, ''], args.join(' '));
      assert.match(complaints, complaint);
    }
    assert.deepEqual(readdirSync(directory), []);
  });

  test('runs by itself', () => {
    const program = join(import.meta.dirname, '../../../../bin/extra-specs');
    const { status, stdout } = spawnSync(program, ['check', 'hw:cpu_policy=deddicated'], {
      encoding: 'utf8',
      cwd: directory,
    });
    assert.equal(status, 1);
    assert.match(stdout, /did you mean 'dedicated'\?/);
  });
});

describe('extra-specs check', () => {
  test('tells what is wrong with entries, with the right word beside it', async () => {
    const { code, printed } = await run(
      'check',
      'hw:cpu_pollicy=dedicated',
      'hw:cpu_policy=deddicated',
      'hw:numa_nodes=2',
    );
    assert.equal(code, 1);
    assert.equal(
      printed,
      `error: hw:cpu_pollicy=dedicated: Validation failed; extra spec 'hw:cpu_pollicy' does not appear to be a valid extra spec. [unknown-key]
  did you mean 'hw:cpu_policy'?
error: hw:cpu_policy=deddicated: Validation failed; 'deddicated' is not one of: dedicated, shared, mixed. [not-in-enum]
  did you mean 'dedicated'?
2 errors, 0 warnings
`,
    );
  });

  test('is content with warnings, unless told otherwise', async () => {
    assert.equal((await run('check', 'foo=bar')).code, 0);
    assert.equal((await run('check', 'foo=bar', '--fail-on-warnings')).code, 1);
    assert.equal((await run('check', 'hw:foo=bar', '--mode', 'warn')).code, 0);
    assert.equal((await run('check', 'hw:foo=bar', '--mode', 'off')).printed, '0 errors, 0 warnings\n');
    assert.match((await run('check', 'hw:boot_menu=1', '--driver', 'ironic')).printed, /unsupported-driver/);
    const { complaints } = await run('check', 'hw:boot_menu=1', '--driver', 'libvrt');
    assert.match(complaints, /no definition mentions a virt driver 'libvrt'; did you mean 'libvirt'\?/);
  });

  test('says what to add or to use where nothing is misspelled', async () => {
    const { printed } = await run('check', 'hw:cpu_realtime_mask=^0', 'hide_hypervisor_id=1');
    assert.match(printed, /\n {2}add 'hw:cpu_realtime=true'\n/);
    assert.match(printed, /\n {2}use 'hw:hide_hypervisor_id'\n/);
  });

  test('prints JSON for programs', async () => {
    const { code, printed } = await run('check', '--json', 'hw:numa_nodes=0');
    assert.equal(code, 1);
    assert.deepEqual(JSON.parse(printed), [
      {
        key: 'hw:numa_nodes',
        value: '0',
        severity: 'error',
        rule: 'below-minimum',
        text: "Validation failed; '0' is less than the min value of '1'.",
        suggestion: '1',
      },
    ]);
  });

  test('reads flavors as the API and the client write them, and as they come', async () => {
    for (const flavor of [
      { flavor: { id: '1', ram: 512, vcpus: 1, disk: 1, extra_specs: { 'hw:cpu_policy': 'x' } } },
      { ram: 512, vcpus: 1, disk: 1, properties: { 'hw:cpu_policy': 'x' } },
      { ram: 512, vcpus: 1, disk: 1, properties: "hw:cpu_policy='x', hw:numa_nodes='1'" },
      { 'hw:cpu_policy': 'x', 'hw:numa_nodes': 1 },
    ]) {
      const { code, printed } = await run('check', '--flavor', file('flavor.json', JSON.stringify(flavor)));
      assert.equal(code, 1, printed);
      assert.match(printed, /'x' is not one of[^]*1 error, 0 warnings/);
    }
    const yaml = file('flavor.yaml', 'hw:numa_nodes: 0\nhw:cpu_policy: shared\n');
    assert.match(
      (await run('check', '--flavor', yaml, 'hw:boot_menu=maybe')).printed,
      /2 errors, 0 warnings/,
    );
  });

  test('compares a flavor with an image', async () => {
    const flavor = file(
      'flavor.json',
      JSON.stringify({ ram: 512, vcpus: 2, disk: 1, properties: { 'hw:numa_nodes': '2' } }),
    );
    const fromApi = file(
      'image.json',
      JSON.stringify({ id: 'x', status: 'active', min_ram: 1024, hw_numa_nodes: '2' }),
    );
    const { code, printed } = await run('check', '--flavor', flavor, '--image', fromApi);
    assert.equal(code, 1);
    assert.match(printed, /flavor-memory-too-small/);
    assert.match(printed, /image-numa-topology-forbidden/);
    const fromClient = file(
      'image.json',
      JSON.stringify({ status: 'active', properties: { hw_boot_menu: 'true' } }),
    );
    assert.equal(
      (await run('check', '--flavor', flavor, '--image', fromClient)).printed,
      '0 errors, 0 warnings\n',
    );
  });

  test('needs the sizes of a flavor to compare it with an image', async () => {
    const flavor = file('flavor.json', '{"hw:numa_nodes": "1"}');
    const { code, complaints } = await run('check', '--flavor', flavor, '--image', file('image.json', '{}'));
    assert.equal(code, 1);
    assert.match(complaints, /ram, vcpus and disk of the flavor are needed/);
  });

  test('says what is wrong with a file', async () => {
    for (const [text, complaint] of [
      ['[1]', /a flavor is an object/],
      ['{"properties": 7}', /extra specs are an object/],
      ['{"ram": -1, "properties": {}}', /'ram' of the flavor is a whole number, not -1/],
      ['{"hw:boot_menu": true}', /the value of extra spec 'hw:boot_menu' is neither a text nor a number/],
      ['{"a": 1,\n"a": 2}', /flavor\.json: 'a' is given twice; the second is in line 2/],
      ['{', /flavor\.json: .* at line 1/],
      ['[1]', /flavor\.json: a flavor is an object/],
      [`a: &a [1]\nb: [${'*a, '.repeat(200)}]`, /flavor\.json: Excessive alias count/],
      [
        '{"ram": 1, "properties": "hw:cpu_policy: shared"}',
        /flavor\.json: the extra specs .* 'hw:cpu_policy: shared'/,
      ],
      ['{"ram": 1, "properties": "a=\'b\', c"}', /flavor\.json: the extra specs .* 'c'/],
    ] as const) {
      const { code, complaints } = await run('check', '--flavor', file('flavor.json', text));
      assert.equal(code, 1, text);
      assert.match(complaints, complaint);
    }
    assert.match(
      (await run('check', '--flavor', join(directory, 'none'))).complaints,
      /none: .*no such file/,
    );
    assert.match((await run('check', '--flavor', directory)).complaints, /extra-specs-.*: .*directory/);
  });

  test('takes numbers as they are written', async () => {
    const good = file('flavor.yaml', 'hw:tpm_version: 2.0\nhw:cpu_max_cores: 12\n');
    assert.equal((await run('check', '--flavor', good)).printed, '0 errors, 0 warnings\n');
    const bad = file('flavor.json', '{"hw:numa_nodes": 4.0, "hw:cpu_max_cores": 12345678901234567890}');
    const { printed } = await run('check', '--flavor', bad);
    assert.match(printed, /'4\.0' is not a valid integer value/);
    assert.doesNotMatch(printed, /12345678901234567000/);
  });

  test('calls flavor and image by their names', async () => {
    const extra_specs = { 'hw:pmu': 'false' };
    const flavor = { flavor: { name: 'm1', ram: 512, vcpus: 2, disk: 1, extra_specs } };
    const image = { id: 'x', name: 'cirros', hw_pmu: 'true' };
    const files = [
      file('flavor.json', JSON.stringify(flavor)),
      file('image.json', JSON.stringify(image)),
    ] as const;
    const { printed } = await run('check', '--flavor', files[0], '--image', files[1]);
    assert.match(printed, /Flavor m1 has hw:pmu extra spec .* conflicting with image cirros which has/);
  });

  test('does not take long over many entries', async () => {
    const entries = Array.from({ length: 30_000 }, (_, index) => [
      `trait${index}:HW_CPU_X86_AVX2`,
      'required',
    ]);
    const flavor = file('flavor.json', JSON.stringify(Object.fromEntries(entries)));
    assert.equal((await run('check', '--flavor', flavor)).printed, '0 errors, 0 warnings\n');
  });

  test('does not take long over a text that is no list of extra specs', async () => {
    const flavor = file('flavor.json', JSON.stringify({ ram: 1, properties: 'a'.repeat(200_000) }));
    assert.equal((await run('check', '--flavor', flavor)).code, 1);
  });

  test('does not pass over a size of an image that is none', async () => {
    const flavor = file('flavor.json', '{"ram": 512, "vcpus": 1, "disk": 1}');
    const image = file('image.json', '{"min_ram": "1024", "size": null}');
    const { code, complaints } = await run('check', '--flavor', flavor, '--image', image);
    assert.equal(code, 1);
    assert.match(complaints, /image\.json: 'min_ram' of the image is a number, not "1024"/);
  });

  test('shows no control characters to a terminal', async () => {
    const quoting = file('flavor.yaml', 'a: "\u001b[31mred');
    assert.match((await run('check', '--flavor', quoting)).complaints, /\\u\{1b\}\[31mred\n/);
    assert.match(
      (await run('check', 'hw:cpu_policy=\u001b[31mred\nblue')).printed,
      /^error: hw:cpu_policy=\\u\{1b\}\[31mred\\u\{a\}blue: /,
    );
  });

  test('takes definitions of the operator, and does not pass over one that is wrong', async () => {
    const good = file(
      'site.yaml',
      'version: 1.0\nmetadata:\n- name: ssd\n  namespace: site\n  description: Disks.\n  value: {type: boolean, description: x}\n',
    );
    assert.match(
      (await run('check', 'site:ssd=perhaps', '--schema', good)).printed,
      /not a valid boolean-like value/,
    );
    const bad = file('site.yaml', 'version: 1.0\nmetadata:\n- name: ssd\n  namespace: site\n');
    const { code, complaints } = await run('check', 'site:ssd=perhaps', '--schema', bad);
    assert.equal(code, 1);
    assert.match(complaints, /site\.yaml:3:\d+: error: /);
  });
});

describe('extra-specs show', () => {
  test('tells about a key as it is used, and about an image property', async () => {
    const { code, printed } = await run('show', 'hw:numa_cpus.0');
    assert.equal(code, 0);
    assert.match(printed, /^hw:numa_cpus\.0 \(string\)\n/);
    assert.match(printed, /hw_numa_cpus\.\{num\}/);
    assert.match((await run('show', 'trait1:HW_CPU_X86_AVX2')).printed, /required/);
    assert.match((await run('show', 'hw_cpu_policy')).printed, /hw:cpu_policy/);
    assert.match((await run('show', 'hw_numa_mem.0')).printed, /^hw_numa_mem\.0 /);
    assert.match((await run('show', 'hide_hypervisor_id')).printed, /[Dd]eprecated/);
  });

  test('finds by words, and suggests', async () => {
    const { code, printed } = await run('show', 'realtime', 'mask');
    assert.equal(code, 0);
    assert.match(printed, /^hw:cpu_realtime_mask /m);
    assert.deepEqual(await run('show', 'hw:cpu_polcy'), {
      code: 1,
      printed: '',
      complaints: "nothing is known about 'hw:cpu_polcy'; did you mean 'hw:cpu_policy'?\n",
    });
  });
});

describe('extra-specs schema', () => {
  test('prints the schema of schemas', async () => {
    const { code, printed } = await run('schema');
    assert.equal(code, 0);
    assert.match((JSON.parse(printed) as { $schema: string }).$schema, /json-schema/);
  });

  test('checks files', async () => {
    const path = file(
      'site.yaml',
      'version: 1.0\nmetadata:\n- name: ssd\n  namspace: site\n  description: Disks.\n  value: {type: boolean}\n',
    );
    const { code, printed, complaints } = await run('schema', path);
    assert.deepEqual([code, printed], [0, '1 definition is good\n']);
    assert.match(complaints, /site\.yaml:4:3: warning: .*namspace/);
    assert.equal((await run('schema', join(directory, 'missing.yaml'))).code, 1);
  });
});

describe('extra-specs render', () => {
  test('prints every format, or writes it', async () => {
    for (const [format, beginning] of [
      ['rst', /^\S/],
      ['markdown', /^# /],
      ['html', /^<!doctype html>/i],
      ['json-schema', /^\{/],
    ] as const) {
      const { code, printed } = await run('render', format);
      assert.equal(code, 0);
      assert.match(printed, beginning);
      assert.match(printed, /cpu_realtime_mask/);
      const path = join(directory, 'document');
      assert.deepEqual(await run('render', format, '--output', path), {
        code: 0,
        printed: '',
        complaints: '',
      });
      assert.equal(readFileSync(path, 'utf8'), printed);
    }
    // What is left of the definitions is not taken for all of them.
    assert.equal((await run('render', 'rst', '--schema', file('bad.yaml', 'version: 7\n'))).code, 1);
  });
});

describe('extra-specs glance', () => {
  test('writes files, and finds no difference to them afterwards', async () => {
    const path = join(directory, 'metadefs');
    const { code, printed, complaints } = await run('glance', path, '--numa-nodes', '2');
    assert.equal(code, 0);
    assert.match(printed, /^\d+ written, 0 unchanged, 0 removed/);
    assert.match(complaints, /left out: 'trait\{group\}:CUSTOM_\{trait\}'/);
    assert.match(
      (await run('glance', path, '--numa-nodes', '2')).printed,
      /^0 written, \d+ unchanged, 0 removed/,
    );
    assert.match((await run('glance', path, '--check')).printed, /^no differences\n$/);
    const broken = await run('glance', path, '--check', '--schema', file('broken.yaml', 'nonsense'));
    assert.deepEqual([broken.printed, broken.code], ['no differences\n', 1]);
    const [first] = readdirSync(path).filter((name) => name.endsWith('.json'));
    rmSync(join(path, first as string));
    assert.equal((await run('glance', path, '--check')).code, 1);
  });
});

async function run(
  ...args: readonly string[]
): Promise<{ code: ExitCode; printed: string; complaints: string }> {
  let printed = '';
  let complaints = '';
  const code = await dispatch(
    args,
    {
      print: (text) => {
        printed += `${text}\n`;
      },
      complain: (text) => {
        complaints += `${text}\n`;
      },
      directory,
    },
    '1.2.3',
  );
  return { code, printed, complaints };
}

function file(name: string, text: string): string {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
}
