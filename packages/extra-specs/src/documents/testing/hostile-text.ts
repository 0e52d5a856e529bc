import fc from 'fast-check';

const signs = Array.from('`*_|\\<>&"\'{}[]()#+-=~^$:;.,!?@/% \n\t');

/** What means something in one format or another. */
const markup = [
  '`` ** __ :: .. -- --- ==== ![ ]( ](x) <!-- --> <script> </script> <b> &lt; &#60; \\* `a`_ `a` a_ [1]_ |a| :ref:`x` :a: I.',
  "http://a.example/b javascript:x a@b.example +---+ data: :smile: $a$ \\(a\\) %s ${x} {{x}} <in> .. hw:cpu_policy word it's x",
].flatMap((line) => line.split(' '));

/** What means something where a line begins. */
const beginnings = '* a#- a#+ a#1. a#a) b#> a#>>> a#| a |#:a: b#.. note::#.. _x:#| --- |#\n\n'.split('#');

const strange = '\u202e \u2028 \0 \x85 \x1b \ud800 \ufeff \u00a0 ß 漢 😀 e\u0301'.split(' ');

/** Texts that want to be anything but text. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...signs, '# a', ...markup, ...beginnings, ...strange) },
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));
