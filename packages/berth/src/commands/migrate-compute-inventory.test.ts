import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runCommand } from './testing/run-command.ts';

// What it does to ledgers, in processes of its own, is in test/host/offline.test.ts.

const directory = mkdtempSync(join(tmpdir(), 'berth-migrate-'));
after(() => rmSync(directory, { recursive: true }));

const ledger = join(directory, 'ledger.db');
const usual = ['--ledger', ledger, '--driver', 'fake', '--state-directory', join(directory, 'state')];
const migrate = (...more: string[]) =>
  runCommand(['placement', 'migrate-compute-inventory', ...usual, ...more]);

test('a driver, an option, a node or an argument that is not there is wrong usage', async () => {
  writeFileSync(join(directory, 'provider.yaml'), 'nonsense: 1\n');
  for (const [more, pattern] of [
    [['--driver', 'none'], /there is no driver 'none'/],
    [['--driver-options', 'shape=round'], /option 'shape' is one of/],
    [['--driver-options', 'round'], /'round' is not of the form NAME=VALUE/],
    [['--provider-config', directory], /provider\.yaml/],
    [['--what'], /--what: there is no such option/],
    [['host-1'], /'host-1': not expected here/],
    [['--nodes', 'empty'], /empty: names no node/],
    [['--dry-run=yes'], /--dry-run: takes no value/],
  ] as const) {
    const { code, said } = await migrate(...more);
    assert.equal(code, 2, said);
    assert.match(said, pattern);
    assert.match(said, /See berth placement migrate-compute-inventory --help\.\n$/);
  }
});

test('a ledger that is not there is not made, nor is the uuid of a host in a dry run', async () => {
  const state = join(directory, 'new');
  for (const more of [['--dry-run'], []]) {
    const { code, said } = await migrate('--state-directory', state, ...more);
    assert.deepEqual([code, said], [1, `berth: There is no ledger at ${ledger}.\n`]);
    assert.equal(existsSync(state), more.length === 0);
  }
});
