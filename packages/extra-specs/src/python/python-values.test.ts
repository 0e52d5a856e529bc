import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { draw, runsOf } from '@berth/testing/random-cases.ts';
import fc from 'fast-check';
import { pythonBoolean } from './python-boolean.ts';
import { pythonInteger } from './python-integer.ts';

describe('a number', () => {
  test('may have blanks around it, a sign, underscores between digits, and digits of any script', () => {
    for (const [text, number] of [
      ['4', 4n],
      [' 4\n', 4n],
      ['\u2003+4\u3000', 4n],
      ['-0', 0n],
      ['007', 7n],
      ['1_000', 1000n],
      ['٣', 3n],
      ['𝟘𝟡𝟙', 91n],
      ['12345678901234567890123', 12345678901234567890123n],
    ] as const) {
      assert.equal(pythonInteger(text), number, text);
    }
  });

  test('is nothing else', () => {
    for (const text of [
      '',
      ' ',
      '+',
      '4.5',
      '4.0',
      '1e3',
      '0x10',
      '_1',
      '1_',
      '1__0',
      '+ 4',
      '--4',
      'four',
      '²',
      '\ufeff4',
      '4\0',
    ]) {
      assert.equal(pythonInteger(text), null, JSON.stringify(text));
    }
  });

  test('has no more digits than can be counted quickly', () => {
    assert.notEqual(pythonInteger('1'.repeat(4300)), null);
    assert.equal(pythonInteger('1'.repeat(4301)), null);
    assert.equal(pythonInteger(`${'1_'.repeat(4300)}1`), null);
  });

  test('is refused for its length before digits of other scripts are looked at', () => {
    assert.equal(pythonInteger('𝟿'.repeat(500_000)), null);
    assert.equal(pythonInteger('𝟿'.repeat(4300)), 10n ** 4300n - 1n);
  });

  test('is read as Python reads it', (context) => {
    const unit = fc.constantFrom(
      '0',
      '1',
      '7',
      '_',
      '-',
      '+',
      ' ',
      '.',
      'e',
      '\t',
      '\u00a0',
      '\u2003',
      '\ufeff',
      '\u001c',
      '\u0085',
      '٣',
      '𝟡',
      '²',
      'a',
      '\0',
    );
    const texts = draw(fc.string({ unit, maxLength: 6 }), runsOf(5000));
    const program = `
import json, sys
def read(text):
    try: return str(int(text))
    except ValueError: return None
print(json.dumps([read(text) for text in json.load(sys.stdin)]))`;
    const python = spawnSync('/usr/bin/python3', ['-c', program], {
      input: JSON.stringify(texts),
      encoding: 'utf8',
    });
    if (python.error !== undefined) return context.skip('python3 IS NOT INSTALLED: nothing was compared');
    assert.equal(python.status, 0, python.stderr);
    const theirs = JSON.parse(python.stdout) as (string | null)[];
    assert.ok(theirs.filter((each) => each !== null).length > 100);
    assert.deepEqual(
      texts.map((text) => pythonInteger(text)?.toString() ?? null),
      theirs,
    );
  });
});

describe('a boolean', () => {
  test('is one of twelve words, in any case, with blanks around it', () => {
    for (const text of ['1', 't', 'true', 'on', 'y', 'yes', 'TRUE', ' Yes\t', '\u2003on\u001c']) {
      assert.equal(pythonBoolean(text), true, text);
    }
    for (const text of ['0', 'f', 'false', 'off', 'n', 'no', 'Off', ' 0 '])
      assert.equal(pythonBoolean(text), false, text);
  });

  test('is nothing else', () => {
    for (const text of ['', '2', '00', 'tru', 'yah', 'none', '\ufefftrue', 'constructor', '__proto__']) {
      assert.equal(pythonBoolean(text), null, text);
    }
  });
});
