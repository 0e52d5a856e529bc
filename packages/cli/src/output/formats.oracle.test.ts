import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { askPython, hasPythonModules } from '@berth/api-kit/auth/testing/debian-python.ts';
import { draw } from '@berth/testing/random-cases.ts';
import { quoteModes } from './csv-text.ts';
import { type FormatOptions, listFormats, oneFormats } from './format-options.ts';
import { renderOutput } from './render-output.ts';
import { type Cell, Float, Formatted, type Value } from './value.ts';

/** cliff itself, at random values in all formats. */
const script = new URL('../testing/cliff_formats.py', import.meta.url);

const text = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.string({
      unit: fc.constantFrom(...Array.from('abcXYZ019 -_.,:;#!?\'"\\/=[]{}&*|>%@`$~<')),
      maxLength: 40,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.string({
      unit: fc.constantFrom(...Array.from('ab -\n\r\téß…日本한🙂\u00a0\u0301\u2028\u0007')),
      maxLength: 12,
    }),
  },
  {
    weight: 2,
    arbitrary: fc
      .array(
        fc.constantFrom('some', 'words', 'that-are', 'joined', 'x--y', 'a', 'é', "it's", 'end.', '1-2'),
        { maxLength: 30 },
      )
      .map((words) => words.join(' ')),
  },
  fc.uuid(),
  fc.constantFrom(
    '',
    ' ',
    '~',
    'null',
    'yes',
    'No',
    'on',
    '0',
    '1.5',
    '-3',
    '0x1f',
    '1_000',
    '12:30',
    '2026-11-17',
    '2026-11-17T10:00:00Z',
    '=',
    '<<',
    '---',
    '...',
    '- a',
    ': a',
    'a: b',
    'a #b',
    '.inf',
    'True',
    '1e3',
    '007',
  ),
);
const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => new Float(value)),
  fc.constantFrom(0, 1, 16, 0.1, 1e-5, 1e16, 123456789.25, 1e22).map((value) => new Float(value)),
);
const leaf = fc.oneof(text, number, fc.constantFrom(null, true, false));
const value: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(text, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;
const cell: fc.Arbitrary<Cell> = fc.oneof(
  { weight: 3, arbitrary: leaf },
  { weight: 1, arbitrary: value },
  { weight: 1, arbitrary: fc.tuple(value, text).map(([raw, human]) => new Formatted(raw, human)) },
);

const name = fc.oneof(
  fc.constantFrom('ID', 'Name', 'OS-EXT:x', 'a very long title of a column', 'x'),
  fc.stringMatching(/^[a-zA-Z :-]{1,12}$/),
);
const arbitraryCase = fc.boolean().chain((isOne) =>
  fc.uniqueArray(name, { minLength: 1, maxLength: 6 }).chain((columns) =>
    fc.record({
      isOne: fc.constant(isOne),
      columns: fc.constant(columns),
      rows: fc.array(
        fc.array(cell, { minLength: columns.length, maxLength: columns.length }),
        isOne ? { minLength: 1, maxLength: 1 } : { maxLength: 4 },
      ),
      format: isOne ? fc.constantFrom(...oneFormats) : fc.constantFrom(...listFormats),
      quote: fc.constantFrom(...quoteModes),
      isIndented: fc.boolean(),
      prefix: fc.constantFrom('', 'os_'),
      widthMax: fc.oneof(fc.constant(0), fc.integer({ min: 10, max: 120 })),
      printsEmpty: fc.boolean(),
    }),
  ),
);

test('random values look in every format as cliff has them', { timeout: 120_000 }, (t) => {
  if (!hasPythonModules(t, 'cliff', 'yaml')) return;
  const cases = draw(arbitraryCase, 3_000);
  const told = cases.map(
    ({ isOne, columns, rows, format, quote, isIndented, prefix, widthMax, printsEmpty }) => ({
      one: isOne,
      columns,
      rows: rows.map((row) =>
        row.map((each) => (each instanceof Formatted ? { raw: each.raw, human: each.human } : { raw: each })),
      ),
      format,
      quote,
      noindent: !isIndented,
      prefix,
      max_width: widthMax,
      print_empty: printsEmpty,
    }),
  );
  const answers = askPython(script, told) as readonly { text?: string; problem?: string }[];
  let compared = 0;
  for (const [index, each] of cases.entries()) {
    const { text: expected } = answers[index] ?? {};
    // What cliff cannot print itself, it cannot be compared in.
    if (expected === undefined) continue;
    // These break its frame, and may give orders to terminals.
    if (each.format === 'table' && /\\u0007|\\t/.test(JSON.stringify(told[index]))) continue;
    const { isOne, columns, rows, ...rest } = each;
    const options: FormatOptions = { ...rest, columns: [], sortColumns: [], isDescending: false };
    const output = isOne
      ? ({ kind: 'one', columns, values: rows[0] ?? [] } as const)
      : ({ kind: 'list', columns, rows } as const);
    assert.equal(
      renderOutput(output, options, () => {}),
      expected,
      JSON.stringify(told[index]),
    );
    compared += 1;
  }
  assert.ok(compared > 0.8 * cases.length, `${compared} of ${cases.length}`);
});
