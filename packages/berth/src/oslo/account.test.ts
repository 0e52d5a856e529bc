import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { askPython, hasPythonModules } from '@berth/api-kit/auth/testing/debian-python.ts';
import { accountFor } from './account.ts';
import { OsloFile, type OsloService } from './oslo-file.ts';

type Known = Readonly<Record<OsloService, Readonly<Record<string, readonly string[]>>>>;

const known = JSON.parse(readFileSync(new URL('known-options.json', import.meta.url), 'utf8')) as Known;

for (const service of ['placement', 'nova'] as const) {
  test(`every option of ${service} is accounted for, once, and none is unknown`, () => {
    const sections = Object.entries(known[service]);
    const text = sections.map(
      ([section, names]) => `[${section}]\n${names.map((name) => `${name} = 1`).join('\n')}`,
    );
    const { settings, left } = accountFor([new OsloFile('a.conf', text.join('\n'), service)]);
    assert.deepEqual(
      left.filter(({ kind }) => kind === 'unknown'),
      [],
    );
    const from = [...settings.values()].flatMap((taken) => taken.from.split(', '));
    const all = [...left.map(({ option }) => option), ...from].toSorted();
    assert.deepEqual(
      all,
      sections.flatMap(([section, names]) => names.map((name) => `a.conf: [${section}] ${name}`)).toSorted(),
    );
  });
}

test('the options that are known are those of the installed originals', (t) => {
  if (!hasPythonModules(t, 'nova', 'placement', 'osprofiler', 'oslo_limit')) return;
  assert.deepEqual(askPython(new URL('testing/list_options.py', import.meta.url), null), known);
});

test('an option that nobody knows is told as such', () => {
  const { left } = accountFor([new OsloFile('a.conf', '[placement]\nrandomise = true\n[xyz]\na = 1')]);
  assert.deepEqual(
    left.map(({ kind, option }) => [kind, option]),
    [
      ['unknown', 'a.conf: [placement] randomise'],
      ['unknown', 'a.conf: [xyz] a'],
    ],
  );
});

test('what two files say of the same setting is taken once, and told where they differ', () => {
  const placement = new OsloFile(
    'p.conf',
    '[placement_database]\nmax_retries=1\n[api]\nauth_strategy=keystone\n[DEFAULT]\ndebug=true',
  );
  const nova = new OsloFile(
    'n.conf',
    '[database]\n[api]\nauth_strategy=keystone\n[DEFAULT]\ndebug=false\n[glance]\ntimeout=5',
  );
  assert.deepEqual([placement.service, nova.service], ['placement', 'nova']);
  const { settings, left } = accountFor([placement, nova]);
  assert.deepEqual(settings.get('authStrategy'), {
    value: 'keystone',
    from: 'p.conf: [api] auth_strategy, n.conf: [api] auth_strategy',
  });
  assert.equal(settings.get('logLevel')?.value, 'debug');
  assert.deepEqual(
    left.filter(({ kind }) => kind === 'by hand'),
    [
      {
        kind: 'by hand',
        option: 'n.conf: [DEFAULT] debug',
        why: 'p.conf: [DEFAULT] debug says something else of the same.',
      },
    ],
  );
});

test('a value that the setting cannot have is for somebody to decide', () => {
  const { settings, left } = accountFor([
    new OsloFile(
      'n.conf',
      '[filter_scheduler]\nenabled_filters=ComputeFilter,RamFilter,PciPassthroughFilter\n[quota]\ncores=many',
    ),
  ]);
  assert.equal(settings.size, 0);
  assert.match(left[0]?.why ?? '', /^Berth does not have PciPassthroughFilter: /);
  assert.match(left[1]?.why ?? '', /^quota\.cores must be a whole number /);
});
