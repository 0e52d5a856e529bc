import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ApiRequest, emptyBody } from '@berth/api-kit/request.ts';
import { EventCounts } from './event-counts.ts';
import { gauges, metricTable } from './metric-table.ts';
import { Metrics, type MetricsSource } from './metrics.ts';

describe('requests', () => {
  test('are counted by route, method and status, and timed', async () => {
    const metrics = new Metrics(source(), new EventCounts());
    const handle = metrics.measuring(({ target }) => ({
      status: target.endsWith('gone') ? 404 : 200,
      headers: {},
      body: null,
      route: '/traits/{name}',
    }));
    await handle(request('GET', '/traits/A'));
    await handle(request('GET', '/traits/B'));
    await handle(request('GET', '/traits/gone'));
    await handle(request('PUT', '/traits/A'));
    assert.deepEqual(await samples(metrics, 'berth_http_requests_total'), [
      'berth_http_requests_total{route="/traits/{name}",method="GET",status="200"} 2',
      'berth_http_requests_total{route="/traits/{name}",method="GET",status="404"} 1',
      'berth_http_requests_total{route="/traits/{name}",method="PUT",status="200"} 1',
    ]);
    assert.deepEqual(await samples(metrics, 'berth_http_request_duration_seconds_count'), [
      'berth_http_request_duration_seconds_count{route="/traits/{name}",method="GET"} 3',
      'berth_http_request_duration_seconds_count{route="/traits/{name}",method="PUT"} 1',
    ]);
  });

  test('make no new labels, whatever they ask for', async () => {
    const metrics = new Metrics(source(), new EventCounts());
    const handle = metrics.measuring(() => ({ status: 404, headers: {}, body: null }));
    for (const odd of ['a', 'b', 'c']) await handle(request(`BREW${odd}`, `/${odd}`));
    assert.deepEqual(await samples(metrics, 'berth_http_requests_total'), [
      'berth_http_requests_total{route="(none)",method="(other)",status="404"} 3',
    ]);
  });

  test('are timed until they are answered', async () => {
    const metrics = new Metrics(source(), new EventCounts());
    const answer = { status: 200, headers: {}, body: null };
    const handle = metrics.measuring(
      () => new Promise<typeof answer>((resolve) => setTimeout(resolve, 30, answer)),
    );
    assert.equal(await handle(request('GET', '/traits/A')), answer);
    const [sum = ''] = await samples(metrics, 'berth_http_request_duration_seconds_sum');
    assert.ok(Number(sum.split(' ').at(-1)) >= 0.025, sum);
  });

  test('are timed until the end of an answer that is made while it is sent', async () => {
    const metrics = new Metrics(source(), new EventCounts());
    const handle = metrics.measuring(() => ({
      status: 200,
      headers: {},
      body: [new Uint8Array(1)].values(),
    }));
    const { body } = (await handle(request('GET', '/traits/A'))) as { body: Iterable<Uint8Array> };
    assert.deepEqual(await samples(metrics, 'berth_http_requests_total'), []);
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.equal([...body].length, 1);
    const [sum = ''] = await samples(metrics, 'berth_http_request_duration_seconds_sum');
    assert.ok(Number(sum.split(' ').at(-1)) >= 0.025, sum);
  });

  test('that are answered at once still are', () => {
    const answer = { status: 200, headers: {}, body: null };
    const handle = new Metrics(source(), new EventCounts()).measuring(() => answer);
    assert.equal(handle(request('GET', '/')), answer);
  });
});

test('those of several threads are added up, but not what is of the process', async () => {
  const threads = [
    new Metrics(source(), new EventCounts()),
    new Metrics(source(), new EventCounts()),
    new Metrics(source(), new EventCounts()),
  ] as const;
  for (const [index, metrics] of threads.entries()) {
    const handle = metrics.measuring(() => ({ status: 200 + index, headers: {}, body: null, route: '/r' }));
    for (let count = 0; count <= index; count++) await handle(request('GET', '/r'));
    await handle(request(index === 0 ? 'PUT' : 'GET', '/r'));
  }
  const [first, ...others] = threads;
  const sent = structuredClone(await Promise.all(others.map((each) => each.ofThread())));
  const text = await first.render(sent);
  const line = (pattern: RegExp) => text.match(pattern) ?? [];
  assert.deepEqual(line(/^berth_http_requests_total\{.*/gm), [
    'berth_http_requests_total{route="/r",method="GET",status="200"} 1',
    'berth_http_requests_total{route="/r",method="GET",status="201"} 3',
    'berth_http_requests_total{route="/r",method="GET",status="202"} 4',
    'berth_http_requests_total{route="/r",method="PUT",status="200"} 1',
  ]);
  assert.deepEqual(line(/^berth_http_request_duration_seconds_(bucket\{le="5"|count).*method="GET".*/gm), [
    'berth_http_request_duration_seconds_bucket{le="5",route="/r",method="GET"} 8',
    'berth_http_request_duration_seconds_count{route="/r",method="GET"} 8',
  ]);
  for (const name of ['process_start_time_seconds', 'process_resident_memory_bytes', 'berth_providers']) {
    const own = Number((await samples(first, name))[0]?.split(' ')[1]);
    const shown = Number(line(new RegExp(`^${name} (.*)$`, 'm'))[1]);
    assert.ok(Math.abs(shown - own) <= own / 2, `${name} is ${shown}, and of one thread ${own}`);
  }
  assert.equal(line(/^nodejs_eventloop_lag_p99_seconds /gm).length, 1);
  // Asked again, there is nothing more.
  assert.deepEqual((await samples(first, 'berth_http_requests_total')).length, 2);
});

test('commits are counted by the size of their group, and timed', async () => {
  const { commit, ...listened } = source();
  const metrics = new Metrics(listened, new EventCounts());
  commit(1, 0.5);
  commit(100, 2);
  assert.deepEqual(await samples(metrics, 'berth_commit_group_size_(sum|count)'), [
    'berth_commit_group_size_sum 101',
    'berth_commit_group_size_count 2',
  ]);
  assert.deepEqual(await samples(metrics, 'berth_commit_duration_seconds_sum'), [
    'berth_commit_duration_seconds_sum 0.0025',
  ]);
});

test('what there is is counted when somebody looks', async () => {
  const gauges = { berth_providers: 1, berth_consumers: 2, berth_allocations: 3 };
  const metrics = new Metrics({ ...source(), gauges: () => gauges }, new EventCounts());
  gauges.berth_providers = 10;
  assert.deepEqual(await samples(metrics, 'berth_(providers|consumers|allocations)'), [
    'berth_providers 10',
    'berth_consumers 2',
    'berth_allocations 3',
  ]);
});

test('the process tells of itself, and every metric of ours says what it is', async () => {
  // As a process with everything would.
  const all = Object.fromEntries(Object.keys(gauges).map((name) => [name, 1]));
  const text = await new Metrics({ ...source(), gauges: () => all }, new EventCounts()).render();
  assert.match(text, /^process_resident_memory_bytes \d+$/m);
  assert.match(text, /^nodejs_eventloop_lag_p99_seconds /m);
  const named = new Set([...text.matchAll(/^# HELP (berth_\S+) ./gm)].map(([, name = '']) => name));
  assert.deepEqual(named, new Set(Object.keys(metricTable)));
});

function source(): MetricsSource & { readonly commit: (groupSize: number, durationMs: number) => void } {
  const listeners: ((groupSize: number, durationMs: number) => void)[] = [];
  return {
    gauges: () => ({ berth_providers: 0, berth_consumers: 0, berth_allocations: 0 }),
    onCommit: (listener) => void listeners.push(listener),
    commit: (groupSize, durationMs) => {
      for (const listener of listeners) listener(groupSize, durationMs);
    },
  };
}

function request(method: string, target: string): ApiRequest {
  return { method, target, headers: {}, body: emptyBody, origin: 'http://h', remoteAddress: '127.0.0.1' };
}

/** The lines of one metric, in their order. */
async function samples(metrics: Metrics, name: string): Promise<readonly string[]> {
  const text = await metrics.render();
  return text.split('\n').filter((line) => new RegExp(`^${name}[{ ]`).test(line));
}
