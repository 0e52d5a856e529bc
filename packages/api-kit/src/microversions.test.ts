import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type History, Microversions } from './microversions.ts';

const history = [
  ['1.0', 'the first'],
  ['1.1', 'the second'],
  ['1.2', 'the third'],
] as const;
const versions = new Microversions('berth', history);
const at = (version: '1.0' | '1.1' | '1.2') => versions.indexOf(version);

test('a rung is in force from its version on, until the next', () => {
  const ladder = versions.ladder(['1.1', 'one'], ['1.2', 'other']);
  assert.deepEqual(
    history.map(([version]) => ladder.at(at(version))),
    [undefined, 'one', 'other'],
  );
});

test('a feature is on, and a field there, from its version on', () => {
  const features = versions.features({ late: '1.1' });
  const view = versions.view<string>({ text: { get: (text) => text }, late: { since: '1.1', get: () => 1 } });
  assert.deepEqual([features.at(at('1.0')), features.at(at('1.1'))], [{ late: false }, { late: true }]);
  assert.deepEqual(
    [view.at(at('1.0'))?.('a'), view.at(at('1.1'))?.('a')],
    [{ text: 'a' }, { text: 'a', late: 1 }],
  );
});

test('a field is there until its last version, and one that changes has a form for each time', () => {
  const view = versions.view<string>({
    old: { until: '1.1', get: () => 1 },
    changed: [
      { until: '1.0', get: (text) => text },
      { since: '1.2', get: (text) => ({ text }) },
    ],
    last: { get: () => 2 },
  });
  assert.deepEqual(
    history.map(([version]) => Object.entries(view.at(at(version))?.('a') ?? {})),
    [
      [
        ['old', 1],
        ['changed', 'a'],
        ['last', 2],
      ],
      [
        ['old', 1],
        ['last', 2],
      ],
      [
        ['changed', { text: 'a' }],
        ['last', 2],
      ],
    ],
  );
});

describe('a field that cannot be meant is refused at the start', () => {
  test('a view as JSON is the JSON of the view, with what is encoded already', () => {
    const fields = {
      text: { get: (text: string) => text },
      'a "name"': { since: '1.1', get: (text: string) => [text, null] },
      left: { get: () => undefined },
    } as const;
    const view = versions.view<string>(fields);
    const inJson = versions.jsonView<string>(fields);
    for (const [version] of history) {
      assert.equal(inJson.at(at(version))('ä"'), JSON.stringify(view.at(at(version))('ä"')));
    }
    const encoded = versions.jsonView<string>({
      text: { json: (text) => `"${text}"` },
      one: { get: () => 1 },
    });
    assert.equal(encoded.at(at('1.0'))('a'), '{"text":"a","one":1}');
    assert.equal(versions.jsonView<string>({ none: { get: () => undefined } }).at(at('1.0'))('a'), '{}');
  });

  test('an end before the beginning', () => {
    const declare = () => versions.view({ a: { since: '1.2', until: '1.1', get: () => 1 } });
    assert.throws(declare, /a begins before it ends/);
  });

  test('two forms at one version', () => {
    const get = () => 1;
    const declare = () =>
      versions.view({
        a: [
          { until: '1.1', get },
          { since: '1.1', get },
        ],
      });
    assert.throws(declare, /a has one form at each version/);
  });
});

describe('a version that there is not', () => {
  test('does not compile', () => {
    const declared = [
      // @ts-expect-error There is no version 1.3.
      () => versions.ladder(['1.3', 1]),
      // @ts-expect-error There is no version 1.3.
      () => versions.features({ late: '1.3' }),
      // @ts-expect-error There is no version 1.3.
      () => versions.view({ late: { since: '1.3', get: () => 1 } }),
      // @ts-expect-error There is no version 1.3.
      () => versions.view({ late: { until: '1.3', get: () => 1 } }),
    ];
    for (const declare of declared) assert.throws(declare, /berth has no version 1\.3/);
  });

  test('is refused at the start where the compiler does not know the versions', () => {
    const loose: Microversions<History> = new Microversions('berth', history);
    for (const wrong of ['1.3', '1.10', '', '1.1 ']) {
      for (const declare of [
        () => loose.ladder([wrong, 1]),
        () => loose.features({ late: wrong }),
        () => loose.view({ late: { since: wrong, get: () => 1 } }),
        () => loose.view({ late: { until: wrong, get: () => 1 } }),
        () => loose.indexOf(wrong),
      ]) {
        assert.throws(declare, { message: `berth has no version ${wrong}` });
      }
    }
  });

  test('and rungs in the wrong order are refused', () => {
    assert.throws(() => versions.ladder(['1.2', 1], ['1.1', 2]), /order of the history/);
  });
});
