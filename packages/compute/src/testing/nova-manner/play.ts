import assert from 'node:assert/strict';
import { type IncomingHttpHeaders, request as sendRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Exchange, tokens } from './exchanges.ts';

/** Where exchanges are played: the original, or a service in its manner. */
export interface Stage {
  /** Without a slash at the end; paths begin behind it. */
  readonly url: string;
  readonly newest: string;
  /** Ids of servers, by the names that exchanges have for them. */
  readonly ids: Readonly<Record<'hers' | 'his' | 'nobodys', string>>;
}

/** Makes the servers that exchanges are about. */
export async function setStage(url: string, newest: string, image: string): Promise<Stage> {
  const create = async (token: string) => {
    const server = { name: 'a', flavorRef: 'f1', imageRef: image };
    const made = await send(url, 'POST /v2.1/servers', { 'x-auth-token': token }, JSON.stringify({ server }));
    assert.equal(made.status, 202, made.body);
    const { id } = (JSON.parse(made.body) as { server: { id: string } }).server;
    assert.equal(made.headers['location'], `${url}/v2.1/servers/${id}`);
    return id;
  };
  const ids = {
    hers: await create(tokens.alice),
    his: await create(tokens.bob),
    nobodys: '00000000-0000-4000-8000-000000000000',
  };
  return { url, newest, ids };
}

/** Asks what the exchange asks, and checks that the answer is what it expects. */
export async function play(stage: Stage, exchange: Exchange): Promise<void> {
  const filled = fill(stage, exchange);
  const { token = tokens.alice, body, headers = {} } = filled;
  const sent: Record<string, string> = {
    ...(token === null ? {} : { 'x-auth-token': token }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  };
  if (sent['content-type'] === '') delete sent['content-type'];
  const bytes = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  check(filled, await send(stage.url, filled.request, sent, bytes));
}

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Without headers that nobody has asked for. */
export async function send(
  url: string,
  request: string,
  headers: Readonly<Record<string, string>>,
  body = '',
): Promise<Received> {
  const [method = '', path = ''] = request.split(' ');
  const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const outgoing = sendRequest(url + path, { method, headers: { ...headers, ...length } });
  const answered = new Promise<Received>((resolve, reject) => {
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      const { statusCode: status = 0, headers } = incoming;
      text(incoming).then((body) => resolve({ status, headers, body }), reject);
    });
  });
  outgoing.end(body);
  return await answered;
}

function fill(stage: Stage, exchange: Exchange): Exchange {
  const { url, newest, ids } = stage;
  const values: Readonly<Record<string, string>> = { url, newest, ...ids };
  const text = JSON.stringify(exchange).replace(
    /\{(\w+)\}/g,
    (whole, name) => values[name as string] ?? whole,
  );
  return JSON.parse(text) as Exchange;
}

function check(expected: Exchange, { status, headers, body }: Received): void {
  assert.equal(status, expected.status, body);
  checkVersion(expected, headers);
  if (!expected.request.endsWith(' /')) {
    assert.match(headers['x-openstack-request-id']?.toString() ?? '', /^req-[0-9a-f-]{36}$/);
    assert.equal(headers['x-compute-request-id'], headers['x-openstack-request-id']);
  }
  if (expected.contentType !== undefined) assert.equal(typeOf(headers), expected.contentType);
  if (expected.fault !== undefined) {
    const [name, message] = expected.fault;
    assert.deepEqual(JSON.parse(body), { [name]: { code: status, message } });
    assert.equal(headers['content-type'], 'application/json; charset=UTF-8');
  }
  if (expected.answer !== undefined) {
    assert.deepEqual(typeof expected.answer === 'string' ? body : JSON.parse(body), expected.answer);
  }
  if (expected.server !== undefined) checkServer(expected, JSON.parse(body));
}

function checkVersion(expected: Exchange, headers: IncomingHttpHeaders): void {
  const asked = /^compute (.*)$/.exec(expected.headers?.['openstack-api-version'] ?? '')?.[1];
  const version = expected.version === undefined ? (asked ?? '2.1') : expected.version;
  assert.deepEqual(
    {
      standard: headers['openstack-api-version'],
      legacy: headers['x-openstack-nova-api-version'],
      vary: headers.vary,
    },
    version === null
      ? { standard: undefined, legacy: undefined, vary: undefined }
      : {
          standard: `compute ${version}`,
          legacy: version,
          vary: 'OpenStack-API-Version, X-OpenStack-Nova-API-Version',
        },
  );
}

function checkServer({ server = {}, without = [] }: Exchange, answer: unknown): void {
  const { server: one, servers: many } = answer as Record<string, unknown>;
  const shown = (one ?? (many as unknown[])[0]) as Record<string, unknown>;
  const asFar = Object.fromEntries(Object.keys(server).map((name) => [name, shown[name]]));
  assert.deepEqual(asFar, server);
  assert.deepEqual(
    without.filter((name) => name in shown),
    [],
  );
}

function typeOf(headers: IncomingHttpHeaders): string | undefined {
  return headers['content-type']?.split(';')[0];
}
