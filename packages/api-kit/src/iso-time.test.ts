import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pythonTest } from './json/testing/python-test.ts';
import { draw, runsOf } from '@berth/testing/random-cases.ts';
import fc from 'fast-check';
import { isoTime } from './iso-time.ts';

const at = Date.UTC(2018, 6, 26, 10, 31, 49);

for (const [text, instant] of [
  ['2018-07-26T10:31:49Z', at],
  ['2018-07-26T10:31:49', at],
  ['2018-07-26 10:31:49', at],
  ['2018-07-26T18:31:49+08:00', at],
  ['2018-07-26T18:31:49+08', at],
  ['2018-07-26T07:31:49-0300', at],
  ['20180726T103149Z', at],
  ['2018-7-26T10:31:49Z', at],
  ['2018-07-26T10:31:49.5Z', at + 500],
  ['2018-07-26T10:31:49,1234567Z', at + 123.456],
  ['2018-07-26T10:31Z', Date.UTC(2018, 6, 26, 10, 31)],
  ['2018-07-26T10Z', Date.UTC(2018, 6, 26, 10)],
  ['2018-07-26', Date.UTC(2018, 6, 26)],
  ['2018-07', Date.UTC(2018, 6)],
  ['2018', Date.UTC(2018, 0)],
  ['2018\n', Date.UTC(2018, 0)],
  // A month of one digit, and the day behind it.
  ['2018-112', Date.UTC(2018, 0, 12)],
  // Seconds without minutes.
  ['2018-07-26T10:3', Date.UTC(2018, 6, 26, 10, 0, 3)],
  ['0001-01-01T00:00:00Z', -62_135_596_800_000],
] as const) {
  test(`${JSON.stringify(text)} is a time`, () => assert.equal(isoTime(text), instant));
}

for (const text of [
  '',
  ' 2018-07-26',
  '10:31:49',
  '201807',
  '0000-01-01',
  '2018-13-01',
  '2018-02-29',
  '2018-07-26T24:00:00Z',
  '2018-07-26T10:31:60Z',
  '2018-07-26T10:31:49z',
  '2018-07-26t10:31:49Z',
  '2018-07-26T10:31:49 08:00',
  '2018-07-26T10:31:49+24:00',
  '2018-07-26T10:31:49.Z',
  `2018-07-26T10:31:49.${'9'.repeat(29)}Z`,
  '٢٠١٨',
]) {
  test(`${JSON.stringify(text)} is no time`, () => assert.equal(isoTime(text), null));
}

const digits = (least: number, most: number) =>
  fc
    .array(fc.constantFrom('0', '1', '2', '3', '4', '5', '6', '7', '8', '9'), {
      minLength: least,
      maxLength: most,
    })
    .map((each) => each.join(''));
const upTo = (most: number) =>
  fc.integer({ min: 0, max: most }).map((number) => String(number).padStart(2, '0'));
const maybe = (text: fc.Arbitrary<string>) =>
  fc.oneof({ arbitrary: text, weight: 5 }, { arbitrary: fc.constant(''), weight: 1 });
const joined = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((each) => each.join(''));
const mark = (usual: string, ...others: string[]) =>
  fc.oneof(
    { arbitrary: fc.constant(usual), weight: 9 },
    { arbitrary: fc.constantFrom(...others), weight: 2 },
  );
const number = (most: number) =>
  fc.oneof({ arbitrary: upTo(most), weight: 9 }, { arbitrary: digits(1, 2), weight: 1 });

/** Times in all forms, and what is nearly one. */
const nearlyTime = joined(
  mark('2018', '2020', '1900', '2000', '0001', '9999', '0000', '18', '20188'),
  maybe(joined(mark('-', '', '/'), number(12))),
  maybe(joined(mark('-', '', '/'), number(29))),
  maybe(
    joined(
      mark('T', ' ', 't', '', '  '),
      number(23),
      maybe(joined(mark(':', ''), number(59))),
      maybe(joined(mark(':', ''), number(60))),
      maybe(
        joined(
          mark('.', ',', ';'),
          fc.oneof(
            digits(1, 9),
            digits(1, 3),
            fc.integer({ min: 20, max: 40 }).map((count) => '9'.repeat(count)),
            digits(25, 40),
          ),
        ),
      ),
      maybe(
        fc.oneof(
          mark('Z', 'z', 'UTC', '+'),
          joined(mark('+', '-', ' '), upTo(23), mark(':', ''), maybe(upTo(75))),
        ),
      ),
    ),
  ),
  mark('', '\n', ' ', '\n\n'),
);

pythonTest('Python takes the same texts for times, and for the same ones', ['iso8601'], (ask) => {
  const cases = draw(nearlyTime, runsOf(20_000));
  const program = `
import datetime, iso8601
epoch = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
def read(text):
    try:
        return divmod((iso8601.parse_date(text) - epoch) // datetime.timedelta(microseconds=1), 1000)
    except iso8601.ParseError:
        return None
answers = [read(text) for text in cases]`;
  const answers = ask<[number, number] | null>(program, cases);
  let times = 0;
  for (const [index, text] of cases.entries()) {
    const instant = isoTime(text);
    if (instant !== null) times++;
    const answer = answers[index] ?? null;
    assert.equal(instant === null, answer === null, JSON.stringify(text));
    // In the year 9999 there is room for 31 microseconds between two numbers.
    const [milliseconds, microseconds] = answer ?? [0, 0];
    const far = Math.abs(((instant ?? 0) - milliseconds) * 1_000 - microseconds);
    assert.ok(far < 32, `${JSON.stringify(text)} is ${far} microseconds off`);
  }
  assert.ok(times > cases.length / 20, `${times} of ${cases.length} were times`);
});
