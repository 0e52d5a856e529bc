import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Counter, Histogram, Registry } from 'prom-client';
import { RequestMetrics } from './request-metrics.ts';

test('it is what prom-client would make of the same requests', async () => {
  const ours = new RequestMetrics();
  const registry = new Registry();
  const registers = [registry];
  const counter = new Counter({
    name: 'berth_http_requests_total',
    help: 'Requests that were answered.',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const histogram = new Histogram({
    name: 'berth_http_request_duration_seconds',
    help: 'Time from the request to its answer, without the network unless it is made while it is sent.',
    labelNames: ['route', 'method'],
    buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers,
  });
  assert.equal(ours.render(), await registry.metrics());

  for (const [route, method, status, seconds] of [
    ['/traits/{name}', 'GET', 200, 0.00001],
    ['/traits/{name}', 'GET', 404, 0.0001],
    ['/traits/{name}', 'GET', 200, 0.00010001],
    ['/traits/{name}', 'PUT', 201, 0.3],
    ['(none)', '(other)', 404, 5],
    ['(none)', 'GET', 404, 7],
  ] as const) {
    ours.observe(route, method, status, seconds);
    counter.inc({ route, method, status });
    histogram.observe({ route, method }, seconds);
  }
  const lines = (text: string) => text.split('\n').toSorted();
  assert.deepEqual(lines(ours.render()), lines(await registry.metrics()));
});
