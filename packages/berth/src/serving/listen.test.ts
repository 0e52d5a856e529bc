import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get } from 'node:https';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { oneCertificate } from '@berth/api-kit/testing/test-certificates.ts';
import { givenFiles } from '@berth/testing/given-files.ts';
import { cloud } from '../cloud/cloud.ts';
import { startService } from '../testing/start-service.ts';

const names = ['identity', 'placement', 'compute', 'image', 'network'] as const;
type Name = (typeof names)[number];

function withIdentity(directory: string, ledger: string): readonly string[] {
  const password = join(directory, 'password');
  return ['--auth-strategy', 'identity', '--identity-admin-password-file', password, '--ledger', ledger];
}

/** A whole cloud with each of its services on a port of its own, too. */
async function started(t: TestContext, ...more: readonly string[]) {
  const directory = givenFiles(t, { password: 'secret\n' });
  const served = await startService(t, cloud, [
    ...withIdentity(directory, join(directory, 'berth.db')),
    ...names.flatMap((name) => [`--${name}-port`, '0']),
    ...more,
  ]);
  const own = Object.fromEntries(names.map((name) => [name, served.ownUrls[`/${name}`]]));
  return { ...served, own: own as Record<Name, string> }; // Each was asked for.
}

const credentials = {
  auth: {
    identity: {
      methods: ['password'],
      password: { user: { name: 'admin', domain: { id: 'default' }, password: 'secret' } },
    },
    scope: { project: { name: 'admin', domain: { id: 'default' } } },
  },
};

/** Who logs in there: its token, and where it is told that services are. */
async function loggedIn(identity: string) {
  const response = await fetch(`${identity}/v3/auth/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify(credentials),
  });
  assert.equal(response.status, 201);
  const { token } = (await response.json()) as {
    token: { catalog: { type: string; endpoints: { url: string }[] }[] };
  };
  const urls = token.catalog.map(({ type, endpoints }) => [type, endpoints[0]?.url]);
  return { token: response.headers.get('x-subject-token') ?? '', catalog: Object.fromEntries(urls) };
}

for (const [where, ...args] of [['in one thread'], ['in several threads', '--workers', '2']] as const) {
  test(`each service is at the root of its port, and its links say so, ${where}`, async (t) => {
    const { url, own } = await started(t, ...args);
    const { token } = await loggedIn(own.identity);
    const ask = async (address: string, body?: object) => {
      const response = await fetch(address, {
        method: body === undefined ? 'GET' : 'POST',
        // Each connection may be another thread's.
        headers: { 'x-auth-token': token, 'content-type': 'application/json', connection: 'close' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, headers: response.headers, text: await response.text() };
    };
    for (let times = 0; times < 4; times++) {
      for (const [name, path, link] of [
        ['identity', '/', '/v3/'],
        ['compute', '/', '/v2.1/'],
        ['image', '/', '/v2/'],
        ['network', '/', '/v2.0/'],
        ['identity', '/v3/projects', '/v3/projects/'],
      ] as const) {
        const { text } = await ask(`${own[name]}${path}`);
        assert.ok(text.includes(`"${own[name]}${link}`), `${name} ${text}`);
        assert.ok(!text.includes(url), `${name} ${text}`);
      }
      // What is written is answered by the first thread, whichever was asked.
      const provider = await ask(`${own.placement}/resource_providers`, { name: `cn${times}` });
      assert.match(
        provider.headers.get('location') ?? '',
        new RegExp(`^${own.placement}/resource_providers/`),
      );
      const flavor = { name: `small${times}`, vcpus: 1, ram: 64, disk: 1 };
      const made = await ask(`${own.compute}/v2.1/flavors`, { flavor });
      assert.match(made.text, new RegExp(`"${own.compute}/v2.1/flavors/`));
      const project = await ask(`${own.identity}/v3/projects`, { project: { name: `p${times}` } });
      assert.match(project.text, new RegExp(`"${own.identity}/v3/projects/`));
    }
    // Nobody else is there.
    assert.equal((await ask(`${own.image}/resource_providers`)).status, 404);
    assert.equal((await ask(`${own.placement}/compute/v2.1/flavors`)).status, 404);
    assert.equal((await ask(`${own.compute}/image/v2/images`)).status, 404);
    assert.equal((await ask(`${url}/image/v2/images`)).status, 200);
  });

  test(`operators are answered on each port ${where}`, async (t) => {
    const { own } = await started(t, ...args);
    const ask = async (address: string) =>
      (await fetch(address, { headers: { connection: 'close' } })).text();
    for (const address of Object.values(own)) {
      assert.match(await ask(`${address}/metrics`), /^berth_/m);
      const workers = new Set<string | undefined>();
      // The system gives connections to the threads as it likes.
      for (let times = 0; times < 100 && workers.size < 1 + args.length / 2; times++) {
        const health = await ask(`${address}/healthcheck`);
        assert.match(health, /^OK/);
        workers.add(/worker (\d)/.exec(health)?.[1]);
      }
      assert.equal(workers.size, 1 + args.length / 2, address);
    }
  });
}

test('the catalog has services at their ports for who logs in at that of identity, and where all are for others', async (t) => {
  const { url, own } = await started(t);
  assert.deepEqual((await loggedIn(own.identity)).catalog, {
    identity: own.identity,
    placement: own.placement,
    compute: `${own.compute}/v2.1`,
    image: own.image,
    network: own.network,
  });
  assert.deepEqual((await loggedIn(`${url}/identity`)).catalog, {
    identity: `${url}/identity`,
    placement: `${url}/placement`,
    compute: `${url}/compute/v2.1`,
    image: `${url}/image`,
    network: `${url}/network`,
  });
});

test('a service without a port of its own is in the catalog where all are, below the path of all', async (t) => {
  const directory = givenFiles(t, { password: 'secret\n' });
  const { url, ownUrls } = await startService(t, cloud, [
    ...withIdentity(directory, ':memory:'),
    ...'--identity-port 0 --compute-port 0 --path-prefix /cloud'.split(' '),
  ]);
  const identity = `${ownUrls['/identity']}/cloud`;
  const { catalog } = await loggedIn(identity);
  assert.deepEqual(catalog, {
    identity,
    placement: `${url}/cloud/placement`,
    compute: `${ownUrls['/compute']}/cloud/v2.1`,
    network: `${url}/cloud/network`,
  });
  const versions = await fetch(`${ownUrls['/compute']}/cloud/`);
  assert.match(await versions.text(), new RegExp(`"${ownUrls['/compute']}/cloud/v2.1/"`));
  assert.equal((await fetch(`${ownUrls['/compute']}/v2.1`)).status, 404);
});

test('a public address is the one of all, whichever port was asked', async (t) => {
  const { own } = await started(t, '--public-url', 'https://example.org/cloud');
  const { catalog } = await loggedIn(own.identity);
  assert.equal(catalog['compute'], 'https://example.org/cloud/compute/v2.1');
  const versions = await (await fetch(`${own.identity}/v3`)).text();
  assert.match(versions, /"https:\/\/example\.org\/cloud\/identity\/v3\/"/);
});

test('where TLS is spoken, it is on each port', async (t) => {
  const files = givenFiles(t, { cert: oneCertificate.cert, key: oneCertificate.key });
  const { url, own } = await started(t, '--tls-cert', join(files, 'cert'), '--tls-key', join(files, 'key'));
  for (const address of [url, ...Object.values(own)]) {
    assert.match(address, /^https:/);
    const [incoming] = await once(
      get(`${address}/healthcheck`, { rejectUnauthorized: false, agent: false }),
      'response',
    );
    assert.equal((incoming.socket as TLSSocket).getPeerCertificate().subject.CN, 'one.test');
    incoming.resume();
    await assert.rejects(fetch(address.replace('https', 'http')));
  }
});

test('connections are counted on all ports together, those of strangers too', async (t) => {
  const opened = async (address: string) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.resume();
    await once(socket, 'connect');
    t.after(() => socket.destroy());
    return socket;
  };
  await t.test('of all, the last ones are closed', async (t) => {
    const { url, own } = await started(t, '--max-connections', '3');
    const sockets = [await opened(own.identity), await opened(own.compute), await opened(url)];
    const last = await opened(own.image);
    await once(last, 'close');
    assert.deepEqual(
      sockets.map(({ closed }) => closed),
      [false, false, false],
    );
    sockets[0]?.destroy();
    await sleep(50);
    assert.equal((await fetch(`${own.image}/healthcheck`)).status, 200);
  });
  await t.test('of strangers, the first ones', async (t) => {
    const { url, own } = await started(t, '--max-anonymous-connections', '2');
    const sockets = [await opened(own.identity), await opened(own.compute), await opened(url)];
    const [first] = sockets;
    assert.ok(first);
    await once(first, 'close');
    assert.deepEqual(
      sockets.map(({ closed }) => closed),
      [true, false, false],
    );
  });
});

test('where one of the ports is taken, none is listened on', async (t) => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  t.after(() => other.close());
  const { port: taken } = other.address() as { port: number };
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port: main } = free.address() as { port: number };
  free.close();
  await once(free, 'close');
  for (const workers of ['1', '2']) {
    await assert.rejects(
      started(t, '--port', String(main), '--image-port', String(taken), '--workers', workers),
      new RegExp(`127.0.0.1:${taken}`),
    );
    await assert.rejects(fetch(`http://127.0.0.1:${main}/`));
  }
});

test('a server that stops takes no more on any port, and answers what it has accepted', async (t) => {
  const { own, stop } = await started(t);
  const socket = connect(Number(new URL(own.identity).port), '127.0.0.1');
  const body = JSON.stringify(credentials);
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString()));
  socket.write(
    `POST /v3/auth/tokens HTTP/1.1\r\nhost: h\r\nexpect: 100-continue\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  await once(socket, 'data');
  assert.match(received, /^HTTP\/1\.1 100 /);
  const stopped = stop();
  socket.write(body);
  await Promise.all([once(socket, 'close'), stopped]);
  assert.match(received, /^HTTP\/1\.1 201 /m);
  for (const address of Object.values(own)) await assert.rejects(fetch(address));
});
