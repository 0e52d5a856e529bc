import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Histogram, Registry } from 'prom-client';
import { CommitMetrics } from './commit-metrics.ts';

test('it is what prom-client would make of the same commits', async () => {
  const ours = new CommitMetrics();
  const registry = new Registry();
  const registers = [registry];
  const sizes = new Histogram({
    name: 'berth_commit_group_size',
    help: 'Commands that were made durable together.',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
    registers,
  });
  const durations = new Histogram({
    name: 'berth_commit_duration_seconds',
    help: 'Time to make a group of commands durable.',
    buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5],
    registers,
  });
  for (const [commands, seconds] of [
    [1, 0.0001],
    [1, 0.00010001],
    [3, 0.2],
    [64, 5],
    [2000, 17],
  ] as const) {
    ours.observe(commands, seconds);
    sizes.observe(commands);
    durations.observe(seconds);
  }
  assert.equal(ours.render(), await registry.metrics());
});
