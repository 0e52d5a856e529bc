import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ApiRequest, emptyBody } from '@berth/api-kit/request.ts';
import { textOf } from '@berth/api-kit/response.ts';
import type { ApiResponse } from '@berth/api-kit/response.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import { loadConfig } from '../config/load-config.ts';
import { assembleService } from './assemble-service.ts';
import { EventCounts } from '../metrics/event-counts.ts';
import { LiveSettings } from './live-settings.ts';
import { noRules } from '../testing/no-rules.ts';
import { Metrics } from '../metrics/metrics.ts';
import { createLog } from '../log/log.ts';

describe('operators', () => {
  test('are told whether the service can serve, and the log is not', async () => {
    const { ask, lines, healthProblems } = assemble({});
    assert.equal((await ask('GET', '/healthcheck')).body, 'OK');
    healthProblems.push('the ledger is closed');
    assert.equal((await ask('GET', '/healthcheck?verbose')).status, 503);
    assert.deepEqual(lines, []);
  });

  test('can tell one that lives from one that is ready', async () => {
    const { ask, lines, healthProblems } = assemble({});
    healthProblems.push('changes cannot be stored: the disk is full');
    for (const [path, status] of [
      ['/healthcheck', 503],
      ['/healthcheck/ready', 503],
      ['/healthcheck/live', 200],
    ] as const) {
      assert.equal((await ask('GET', path)).status, status, path);
      assert.equal((await ask('HEAD', path)).status, status === 200 ? 204 : 503, path);
      assert.equal((await ask('GET', `${path}?a`, { accept: 'application/json' })).status, status, path);
    }
    // Anything else is the API's.
    for (const path of ['/healthcheck/', '/healthcheck/lively', '/healthchecks', '/metrics/', '/metricsx'])
      assert.equal((await ask('GET', path)).body, 'the API', path);
    assert.equal(lines.length, 5);
  });

  test('get metrics of the API alone', async () => {
    const { ask, lines } = assemble({});
    await ask('GET', '/traits/A');
    await ask('GET', '/healthcheck');
    const { status, headers, body } = await ask('GET', '/metrics');
    assert.equal(status, 200);
    assert.match(headers['content-type'] ?? '', /^text\/plain; version=0\.0\.4/);
    const counted = textOf(body).match(/^berth_http_requests_total.*/gm);
    assert.deepEqual(counted, ['berth_http_requests_total{route="(none)",method="GET",status="200"} 1']);
    assert.equal(lines.length, 1);
  });

  test('who want no metrics get the API’s answer', async () => {
    const { ask } = assemble({ args: ['--no-metrics'] });
    assert.equal((await ask('GET', '/metrics')).body, 'the API');
  });
});

test('a fault of the API is a 500 with the request id of both its lines in the log', async () => {
  const { ask, lines } = assemble({
    handle: () => {
      throw new Error('secret');
    },
    args: ['--cors-allowed-origins=*'],
  });
  const { status, headers, body } = await ask('GET', '/', { origin: 'http://page.example' });
  assert.equal(status, 500);
  assert.equal(headers['access-control-allow-origin'], '*');
  const requestId = headers['x-openstack-request-id'];
  assert.match(requestId ?? '', /^req-/);
  assert.deepEqual(JSON.parse(textOf(body)), {
    errors: [
      {
        status: 500,
        title: 'Internal Server Error',
        detail:
          'The server has either erred or is incapable of performing the requested operation.\n\n The request met a fault of the server; its log tells more under this request id.  ',
        request_id: requestId,
      },
    ],
  });
  const logged = lines.map((line) => JSON.parse(line) as { level: string; requestId: string });
  assert.deepEqual(
    logged.map((line) => [line.level, line.requestId]),
    [
      ['error', requestId],
      ['info', requestId],
    ],
  );
});

test('without origins there is no CORS', async () => {
  const { headers } = await assemble({}).ask('GET', '/', { origin: 'http://page.example' });
  assert.deepEqual(headers, {});
});

function assemble({ handle, args = [] }: { readonly handle?: Handle; readonly args?: readonly string[] }) {
  const { config } = loadConfig({ args, environment: {}, readText: () => '' });
  const lines: string[] = [];
  const target = { write: (line: string) => void lines.push(line), isTerminal: false };
  const healthProblems: string[] = [];
  const service = assembleService(
    {
      handle: handle ?? (() => ({ status: 200, headers: {}, body: 'the API' })),
      live: new LiveSettings(config, noRules, () => ''),
      healthProblems: () => healthProblems,
      remarks: () => [],
    },
    config,
    createLog({ logLevel: 'info', logFormat: 'json' }, target),
    config.hasMetrics ? new Metrics({ gauges: () => ({}), onCommit: () => {} }, new EventCounts()) : null,
  );
  const ask = async (
    method: string,
    path: string,
    headers: ApiRequest['headers'] = {},
  ): Promise<ApiResponse> =>
    service({
      method,
      target: path,
      headers,
      body: emptyBody,
      origin: 'http://h',
      remoteAddress: '127.0.0.1',
    });
  return { ask, lines, healthProblems };
}
