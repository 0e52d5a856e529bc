import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryDirectory } from '@berth/ledger/testing/temporary-directory.ts';
import { draw } from '@berth/testing/random-cases.ts';
import fc from 'fast-check';
import { berthCommand, startBerth } from '../malformed/berth-process.ts';
import { fillLedger } from './filled-ledger.ts';
import { hosts } from './hosts.ts';
import { runBerth } from './run-berth.ts';

const killsMax = 5;
const minuteMs = 60_000;

test('an import from a running Berth that is killed again and again comes to the same as one that is not', async (t) => {
  const directory = temporaryDirectory(t);
  const at = (name: string) => join(directory, name);
  fillLedger(at('source.db'), hosts(40));
  const source = await startBerth({ ledger: at('source.db') });
  try {
    const args = ['import', '--from', source.url, '--token', 'admin', '--concurrency', '2', '--ledger'];
    const start = performance.now();
    const straight = await runBerth(...args, at('straight.db'));
    const usualMs = performance.now() - start;
    assert.equal(straight.code, 0, straight.complaints);
    assert.ok(!existsSync(at('straight.db.importing')));

    // In thousandths of a twelfth of the time that it takes: most of that is the start of the command.
    const moments = draw(fc.nat({ max: 1000 }), killsMax);
    let kills = 0;
    for (; ; kills++) {
      const child = spawn(berthCommand, [...args, at('killed.db')], { stdio: ['ignore', 'ignore', 'pipe'] });
      let said = '';
      child.stderr.on('data', (text: Buffer) => void (said += text.toString()));
      const begun = new Promise((resolve) => child.stderr.once('data', resolve));
      const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
      await Promise.race([begun, ended]);
      const mayEndMs = kills < killsMax ? ((moments[kills] ?? 0) / 1000) * (usualMs / 12) : minuteMs;
      const code = await Promise.race([ended, sleep(mayEndMs, 'alive', { ref: false })]);
      if (code === 0) break;
      assert.equal(code, 'alive', said);
      child.kill('SIGKILL');
      await ended;
    }
    assert.ok(kills > 0);
    assert.ok(!existsSync(at('killed.db.importing')));
    process.stderr.write(`\nan import was killed ${kills} times and came to its end\n`);
    const exports = [];
    for (const name of ['straight', 'killed']) {
      assert.equal((await runBerth('export', at(`${name}.export`), '--ledger', at(`${name}.db`))).code, 0);
      exports.push(readFileSync(at(`${name}.export`), 'utf8'));
    }
    // Standard traits have the time at which the import began.
    const [one, other] = exports.map((text) => text.replaceAll(/^\{"(trait|end)".*$/gm, ''));
    assert.equal(other, one);
  } finally {
    await source.stop();
  }
});
