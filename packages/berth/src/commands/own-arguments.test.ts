import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownArguments } from './own-arguments.ts';

const own = { from: 'text', force: 'switch' } as const;

test('options of the command and operands are taken out, wherever they stand, and the settings are left', () => {
  const args = ['--ledger', 'l.db', 'file', '--from=u', '--metrics', '--force', '--port=1', '-'];
  const { values, switches, positionals, rest } = ownArguments(args, own);
  assert.deepEqual({ ...values }, { from: 'u' });
  assert.deepEqual([...switches], ['force']);
  assert.deepEqual(positionals, ['file', '-']);
  assert.deepEqual(rest, ['--ledger', 'l.db', '--metrics', '--port=1']);
});

test('the value of a setting is no operand, and that of an option is no setting', () => {
  const { values, positionals, rest } = ownArguments(['--from', 'u', '--config', 'c.yaml'], own);
  assert.deepEqual([values.from, positionals, rest], ['u', [], ['--config', 'c.yaml']]);
});

test('a value that was forgotten is told', () => {
  for (const args of [['--from'], ['--from', '--force'], ['--from=']]) {
    assert.throws(() => ownArguments(args, own), { problems: ['--from: needs a value'] });
  }
  assert.throws(() => ownArguments(['--force=1'], own), { problems: ['--force: takes no value'] });
});
