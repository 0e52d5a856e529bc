import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { rstCode, rstLines } from './rst-text.ts';
import { readLine } from './prose.ts';

function rst(text: string): string {
  return rstLines(readLine(text, () => null)).join('\n');
}

describe('reStructuredText', () => {
  test('has code between two backquotes, and backslashes in it as they are', () => {
    assert.equal(rstCode('\\d+(-\\d+)?'), '``\\d+(-\\d+)?``');
    assert.equal(rst('A `\\d` and `x`.'), 'A ``\\d`` and ``x``.');
    assert.equal(rst('(`a`b) `c`'), '(\\ ``a``\\ b) ``c``'.replace('(', '\\('));
  });

  test('has code with backquotes in it in a role', () => {
    assert.equal(rstCode('a``b\\'), ':literal:`a\\`\\`b\\\\`');
    assert.equal(rstCode('a`'), ':literal:`a\\``');
  });

  test('has what would be markup escaped', () => {
    for (const [text, escaped] of [
      ['a * b', 'a \\* b'],
      ['name_ and name_too', 'name\\_ and name_too'],
      ['a | b', 'a \\| b'],
      ['see: http://x', 'see: http\\://x'],
      ['as follows::', 'as follows\\::'],
      ['1. one', '\\1. one'],
      ['iv) four', '\\iv) four'],
      ['- minus', '\\- minus'],
      ['.. comment::', '\\.. comment\\::'],
      ['\\\\', '\\ \\\\\\\\'],
      ['----', '\\----'],
    ] as const) {
      assert.equal(rst(text), escaped);
    }
  });

  test('has lines of at most 79 characters, where there is a blank to break at', () => {
    const lines = rstLines(
      readLine('word '.repeat(100), () => null),
      '    ',
    );
    assert.ok(lines.length > 5);
    for (const line of lines) assert.ok(line.length <= 79 && line.startsWith('    word'), line);
  });

  test('does not begin a line in the middle of a paragraph with what would begin a list', () => {
    const line = rst(`${'x'.repeat(75)} - and`);
    assert.equal(line, `${'x'.repeat(75)} -\nand`);
    assert.equal(rst(`${'x'.repeat(78)} - and`), `${'x'.repeat(78)}\n\\- and`);
  });
});
