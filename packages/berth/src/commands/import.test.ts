import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryDirectory } from '@berth/ledger/testing/temporary-directory.ts';
import { runCommand } from './testing/run-command.ts';

const from = ['--from', 'http://127.0.0.1:1'];
const nova = ['--from-nova', 'http://127.0.0.1:1/v2.1'];

for (const [args, complaint] of [
  [nova, /--from-nova: goes with --from only|import needs a FILE, or --from URL/],
  [['x.jsonl', ...nova], /--from-nova: goes with --from only/],
  [['x.jsonl', '--dry-run'], /--dry-run: goes with --from only/],
  [[...from, '--report', 'r.json'], /--report: goes with --from-nova only/],
  [[...from, '--without-actions'], /--without-actions: goes with --from-nova only/],
  [[...from, '--from-nova', 'nova.example'], /--from-nova: must be an http or https URL/],
  [[...from, ...nova, '--deleted-days', '-1'], /--deleted-days: must be/],
  [[...from, '--allow', 'busy'], /--allow: 'busy' is none of .*busy-servers/],
] as const) {
  test(`import ${args.join(' ')} is called wrongly, and nothing is tried`, async (t) => {
    const ledger = join(temporaryDirectory(t), 'l.db');
    const { code, said } = await runCommand(['import', ...args, '--ledger', ledger]);
    assert.equal(code, 2);
    assert.match(said, complaint);
  });
}
