import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainText, shortened } from './plain-text.ts';
import { portablePattern } from './portable-pattern.ts';
import { titleOf } from './title-of.ts';

test('a title is the name in words, and a name in capitals stays as it is', () => {
  for (const [name, title] of [
    ['cpu_max_sockets', 'CPU Max Sockets'],
    ['numa_cpus.0', 'NUMA CPUs 0'],
    ['disk_io_shares_level', 'Disk I/O Shares Level'],
    ['bdm_v2', 'BDM V2'],
    ['viommu_model', 'vIOMMU Model'],
    ['NET_BW_EGR_KILOBIT_PER_SEC', 'NET_BW_EGR_KILOBIT_PER_SEC'],
  ] as const) {
    assert.equal(titleOf(name), title);
  }
});

test('a text loses its markup and its paragraphs', () => {
  assert.equal(plainText('Either `a` or\n`b c`.\n\nNothing else. '), `Either 'a' or 'b c'. Nothing else.`);
});

test('a long text ends after a sentence, or else after a word', () => {
  assert.equal(shortened('One. Two.', 9), 'One. Two.');
  assert.equal(shortened('One. Two. Three.', 15), 'One. Two.');
  assert.equal(shortened('One. Two.  Three.', 9), 'One. Two.');
  assert.equal(shortened('One. Two.', 8), 'One.');
  assert.equal(shortened('Version 1.2 of it all', 12), 'Version 1.2…');
  assert.equal(shortened('Donaudampfschiff', 5), 'Dona…');
  for (let length = 5; length < 40; length++) {
    assert.ok(shortened('Of this there is only one sentence, 1.2 words long', length).length <= length);
  }
});

test('a pattern is anchored, and one that others would read differently is none', () => {
  for (const good of ['a|b', '[^:]+:\\d+', '\\\\p{1}', '(?:a)', 'a{2,3}', '\\[\\]', '\\u0663', '[a\\]]']) {
    assert.equal(portablePattern(good), `^(?:${good})$`);
  }
  const known = [
    '\\p{L}',
    '\\PL',
    '\\x{20}',
    '(?i)a',
    '(?P<name>a)',
    '(?<name>a)',
    '[]a]',
    '[^]a]',
    '[[:alpha:]]',
  ];
  for (const bad of known.concat(['\\A', 'a\\z', 'a\\Z', 'a{,3}', '\\07', '\\C', '[z-a]'])) {
    assert.equal(portablePattern(bad), null, bad);
  }
});
