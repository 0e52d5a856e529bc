import fc from 'fast-check';
import type { Counter, CounterChange, CounterCommand, Label } from './counters.ts';

/** Few names, so that they meet; some of them awkward. 😀 and ﬀ sort differently by UTF-16 unit and by code point. */
const name = fc.constantFrom('a', 'b', 'B', 'ü', "o'hara", '"', '\\', '😀', 'ﬀ', '', ' ', '%');
const label = fc.constantFrom('x', 'y', '😀', 'ﬀ', "'");
const amount = fc.integer({ min: 0, max: 5 });
const integer = fc.oneof(amount, fc.maxSafeInteger(), fc.constantFrom(2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1));
const real = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0), // -0 is stored as 0
  fc.constantFrom(16, 0.1, 1.5, 5e-324, Number.MAX_VALUE),
);
const text = fc.string({ unit: 'grapheme', maxLength: 12 });

/** Records as the program makes them, not without a prototype. */
function plain<T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> {
  return fc.record(model, { noNullPrototype: true });
}

const labels: fc.Arbitrary<Label[]> = fc.uniqueArray(plain({ label, weight: integer }), {
  maxLength: 3,
  selector: (worn) => worn.label,
});

const counter: fc.Arbitrary<Counter> = plain({
  name,
  value: integer,
  limit: fc.option(integer),
  ratio: real,
  note: fc.option(text),
  labels,
});

export const arbitraryChange: fc.Arbitrary<CounterChange> = fc.oneof(
  { weight: 4, arbitrary: plain({ kind: fc.constant('counter-set' as const), counter }) },
  {
    weight: 2,
    arbitrary: plain({ kind: fc.constant('counter-counted' as const), name, value: integer }),
  },
  { weight: 2, arbitrary: plain({ kind: fc.constant('counter-removed' as const), name }) },
  {
    weight: 1,
    arbitrary: plain({ kind: fc.constant('label-renamed' as const), from: label, to: label }),
  },
);

export const arbitraryCommand: fc.Arbitrary<CounterCommand> = fc.oneof(
  plain({ do: fc.constant('create' as const), name, limit: fc.option(amount) }),
  plain({ do: fc.constant('add' as const), name, amount }),
  plain({ do: fc.constant('move' as const), from: name, to: name, amount }),
  plain({ do: fc.constant('label' as const), name, labels }),
  plain({ do: fc.constant('rename-label' as const), from: label, to: label }),
  plain({ do: fc.constant('remove' as const), name }),
  plain({ do: fc.constant('look' as const), name }),
);
