import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AgentRecord } from '@berth/host/agent/agent-record.ts';
import { hostMetricTable } from './host-metric-table.ts';
import { HostMetrics } from './host-metrics.ts';

test('what is served is what the table has, before and after the first pass', async () => {
  const clock = { now: 5_000 };
  const record = new AgentRecord(60_000, () => clock.now);
  const served = async () => {
    const text = await new HostMetrics(record).render();
    return [...text.matchAll(/^# TYPE (berth_\w+) /gm)].map(([, name]) => name);
  };
  const late = 'berth_host_last_good_pass_seconds';
  assert.deepEqual(
    await served(),
    Object.keys(hostMetricTable).filter((name) => name !== late),
  );

  record.begin();
  record.end({ updated: [], failures: [], warnings: [] });
  assert.deepEqual(await served(), Object.keys(hostMetricTable));
  const text = await new HostMetrics(record).render();
  assert.match(text, /^berth_host_passes_total\{result="good"\} 1$/m);
  assert.match(text, /^berth_host_up_to_date 1$/m);
  assert.match(text, /^berth_host_last_good_pass_seconds 5$/m);
});
