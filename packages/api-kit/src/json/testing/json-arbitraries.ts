import fc from 'fast-check';

/** Texts that are hard on quoting, counting, sorting and breaking into lines, and everyday ones. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'VCPU',
    'CUSTOM_GOLD',
    'CUSTOM_GOLD\n',
    "it's",
    'say "no"',
    `'"`,
    '__proto__',
    'a\\b',
  ),
  fc.constantFrom(
    '\u0000\u001b\u007f',
    '\u00a0\u00ad\u0085',
    '\ud800',
    '\udfffx',
    '\u2028',
    '\ufeff',
    '\ue000',
    'é',
  ),
  fc.constantFrom('😀', '\u{e0001}', '\u{10ffff}', '\uffff😀', 'x\u3000y', '中文'),
  fc.uuid(),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: anyCharacter(), maxLength: 12 }),
  fc
    .array(
      fc.oneof(
        fc.lorem({ maxCount: 6 }),
        fc.constantFrom("don't", '\r\n', '\n', '\t', '  ', '\x1c', '😀😀', '\u3000'),
      ),
    )
    .map((words) => words.join(' ')),
);

/** From blocks that have not grown since Unicode 14, which Python 3.11 knows: new characters are printable. */
function anyCharacter(): fc.Arbitrary<string> {
  const blocks: readonly (readonly [min: number, max: number])[] = [
    [0x0000, 0x05ff],
    [0x2000, 0x206f],
    [0x3041, 0x3096],
    [0x4e00, 0x9fff],
    // Low surrogates alone: a high one before them would make any character.
    [0xdc00, 0xdfff],
    [0xe000, 0xf8ff],
    [0xfe00, 0xffff],
    [0x1f600, 0x1f64f],
    [0xe0000, 0x10ffff],
  ];
  return fc
    .oneof(...blocks.map(([min, max]) => fc.integer({ min, max })))
    .map((code) => String.fromCodePoint(code));
}

/** Numbers that both languages write alike; not 1.0, which is 1 here. */
export const anyNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(0, 1, -1, 2, 255, 2147483647, 2147483648, 2 ** 53, 1e20, 1e21, 3.40282e38, 3.5e38),
  fc.constantFrom(0.5, -0.1, 1e-4, 9e-5, 1.5e-7, 5e-324, 123456.789),
  fc.integer(),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    // Between these, JSON.stringify rounds what it writes as an integer.
    .filter((number) => Math.abs(number) <= 2 ** 53 || Math.abs(number) >= 1e21),
);

export const anyScalar: fc.Arbitrary<unknown> = fc.oneof(anyText, anyNumber, fc.boolean(), fc.constant(null));

export const anyJson: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    anyScalar,
    fc.array(tie('value'), { maxLength: 5 }),
    objectOf(fc.array(fc.tuple(anyText, tie('value')), { maxLength: 5 })),
  ),
})).value;

/** Objects as parsing makes them: `__proto__` is a key like any other. */
export function objectOf(entries: fc.Arbitrary<(readonly [string, unknown])[]>): fc.Arbitrary<object> {
  return entries.map((pairs) => Object.fromEntries(pairs));
}
