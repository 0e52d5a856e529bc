import assert from 'node:assert/strict';
import { test } from 'node:test';
import { badRequest } from './http-error.ts';
import { Microversions } from './microversions.ts';
import { lastWord, VersionHeader, wordFor } from './version-header.ts';

const versions = new Microversions('berth', [
  ['1.0', 'the first'],
  ['1.1', 'the second'],
]);

function header(wordIn: (value: string) => string | undefined, unusual: (asked: string) => never = refused) {
  const read = new VersionHeader({ name: 'openstack-api-version', versions, wordIn, unusual });
  return (value: string | undefined) => {
    const version = read.in({ 'openstack-api-version': value });
    return version === null ? null : versions.nameOf(version);
  };
}

function refused(asked: string): never {
  throw badRequest(`no ${asked}`);
}

test('of a header for several services the last word for this one counts', () => {
  const named = header(wordFor('berth'));
  for (const [value, version] of [
    [undefined, null],
    ['', null],
    ['other 1.1', null],
    ['berth', null],
    ['berth 1.1', '1.1'],
    ['BERTH  1.1 ', '1.1'],
    ['berth 1.0, other 7, berth 1.1', '1.1'],
    ['berth 1.1, other 7', '1.1'],
    ['berth latest', '1.1'],
  ] as const) {
    assert.equal(named(value), version, `${value}`);
    assert.equal(named(value), version, `${value} once more`);
  }
});

test('of a header for one service the last word counts', () => {
  const named = header(lastWord);
  assert.deepEqual(['1.0', ' 1.1 ', '1.1, 1.0', 'latest'].map(named), ['1.0', '1.1', '1.0', '1.1']);
});

test('a version that is written otherwise, or is not there, is for the dialect to judge, each time anew', () => {
  const asked: string[] = [];
  const named = header(wordFor('berth'), (word) => {
    asked.push(word);
    return refused(word);
  });
  for (const value of ['berth 1.2', 'berth 1.2', 'berth 1.01'])
    assert.throws(() => named(value), /no 1\.(2|01)/);
  assert.deepEqual(asked, ['1.2', '1.2', '1.01']);
});

test('what is kept does not grow with what clients send', () => {
  let read = 0;
  const named = header((value) => {
    read++;
    return value.trim();
  });
  const readFor = (...values: readonly string[]) => {
    read = 0;
    for (const value of values) assert.equal(named(value), '1.1');
    return read;
  };
  const long = `${' '.repeat(100)}1.1`;
  assert.equal(readFor(long, long), 2);
  const ways = Array.from({ length: 12 }, (_, before) => before).flatMap((before) =>
    Array.from({ length: 12 }, (_, after) => `${' '.repeat(before)}1.1${' '.repeat(after)}`),
  );
  assert.deepEqual([readFor(...ways), readFor(...ways)], [144, 44]);
});
