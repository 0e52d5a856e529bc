import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeInProcess } from '../../testing/compute-in-process.ts';

test('of the last whole month there is nothing left to be noted', async () => {
  const { ask } = computeInProcess();
  const { body } = await ask('GET /os-instance_usage_audit_log');
  assert.deepEqual(body.instance_usage_audit_logs, {
    period_beginning: '2025-12-01 00:00:00',
    period_ending: '2026-01-01 00:00:00',
    num_hosts: 0,
    num_hosts_done: 0,
    num_hosts_running: 0,
    num_hosts_not_run: 0,
    hosts_not_run: [],
    total_instances: 0,
    total_errors: 0,
    overall_status: 'ALL hosts done. 0 errors.',
    log: {},
  });
});

test('a month counts once it has ended before the time that is asked about', async () => {
  const { ask } = computeInProcess();
  for (const [before, beginning] of [
    ['2026-03-15%2010:00:00', '2026-02-01 00:00:00'],
    ['2026-03-01%2000:00:00.000001', '2026-02-01 00:00:00'],
    ['2026-03-01%2000:00:00', '2026-01-01 00:00:00'],
    ['2026-1-1%200:0:1', '2025-12-01 00:00:00'],
  ] as const) {
    const { body } = await ask(`GET /os-instance_usage_audit_log/${before}`);
    assert.equal(body.instance_usage_audit_log.period_beginning, beginning, before);
  }
  for (const before of ['x', '2026-03-15', '2026-02-30%2010:00:00', '2026-03-15T10:00:00']) {
    const { status, message } = await ask(`GET /os-instance_usage_audit_log/${before}`);
    assert.deepEqual([status, message], [400, `Invalid timestamp for date ${decodeURIComponent(before)}`]);
  }
  for (const path of ['', '/x']) {
    const { status } = await ask(`GET /os-instance_usage_audit_log${path}`, { token: 'bob:p1' });
    assert.equal(status, 403);
  }
});
