import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DriverOptions } from './driver-options.ts';

const range = { min: 1, max: 10 };

test('options mean the same from a file and from a command line', () => {
  for (const values of [
    { number: 7, ratio: 1.5, flag: true, list: ['a', 'b'], text: 'x' },
    { number: '7', ratio: '1.5', flag: 'true', list: 'a, b', text: 'x' },
  ]) {
    const options = new DriverOptions(values);
    assert.equal(options.wholeNumber('number', null, range), 7);
    assert.equal(options.ratio('ratio', 1), 1.5);
    assert.equal(options.flag('flag', false), true);
    assert.deepEqual(options.list('list'), ['a', 'b']);
    assert.equal(options.text('text', null), 'x');
    options.end();
  }
});

test('what is not set is as usual', () => {
  const options = new DriverOptions({});
  assert.equal(options.wholeNumber('number', 3, range), 3);
  assert.equal(options.flag('flag', true), true);
  assert.deepEqual(options.list('list'), []);
  assert.equal(options.choice('choice', 'a', ['a', 'b']), 'a');
  options.end();
});

for (const [value, ask, message] of [
  [
    '11',
    (options: DriverOptions) => options.wholeNumber('x', 1, range),
    "option 'x' is a whole number from 1 to 10, and not '11'",
  ],
  [
    1.5,
    (options: DriverOptions) => options.wholeNumber('x', 1, range),
    "option 'x' is a whole number from 1 to 10, and not 1.5",
  ],
  [
    '-1',
    (options: DriverOptions) => options.ratio('x', 1),
    "option 'x' is a number from 0.01 to 10000, and not '-1'",
  ],
  ['yes', (options: DriverOptions) => options.flag('x', true), "option 'x' is true or false, and not 'yes'"],
  [
    'c',
    (options: DriverOptions) => options.choice('x', 'a', ['a', 'b']),
    "option 'x' is one of a, b, and not 'c'",
  ],
  ['a,,b', (options: DriverOptions) => options.list('x'), "option 'x' is a list of texts"],
  ['', (options: DriverOptions) => options.text('x', null), "option 'x' is a text"],
] as const) {
  test(message, () => {
    assert.throws(() => ask(new DriverOptions({ x: value })), { name: 'DriverOptionError', message });
  });
}

test('an option that nobody asked for is refused', () => {
  const options = new DriverOptions({ vcpu: 4, constructor: 1 });
  options.wholeNumber('vcpus', 1, range);
  assert.throws(() => options.end(), { message: "there is no option 'vcpu'; there are vcpus" });
});
