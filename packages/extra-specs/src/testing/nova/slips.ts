import fc from 'fast-check';

/** A text with one or two slips of the pen: something put in, left out, exchanged, swapped with its neighbour, or in the wrong case. */
export function withSlips(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const slip = fc.record({
    kind: fc.constantFrom(...(Object.keys(slips) as Kind[])),
    at: fc.nat(1000),
    character: fc.constantFrom('a', 'h', 'w', 'W', '_', ':', '.', '-', '{', '}', '0', ' ', '\n', 'é'),
  });
  return fc
    .tuple(texts, fc.array(slip, { minLength: 1, maxLength: 2 }))
    .map(([text, list]) =>
      list.reduce((result, { kind, at, character }) => applied(result, kind, at, character), text),
    );
}

type Kind = keyof typeof slips;

const slips = {
  insert: (before: string, one: string, after: string, character: string) => before + character + one + after,
  leaveOut: (before: string, _one: string, after: string) => before + after,
  exchange: (before: string, _one: string, after: string, character: string) => before + character + after,
  swap: (before: string, one: string, after: string) => before + after.slice(0, 1) + one + after.slice(1),
  turnCase: (before: string, one: string, after: string) =>
    before + (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase()) + after,
};

function applied(text: string, kind: Kind, at: number, character: string): string {
  const place = at % (text.length + 1);
  return slips[kind](text.slice(0, place), text.slice(place, place + 1), text.slice(place + 1), character);
}
