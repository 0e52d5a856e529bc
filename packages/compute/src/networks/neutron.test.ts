import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Answer, answering, saying } from '../testing/answering.ts';
import { NetworkRefusal, NetworksUnavailable } from './network-errors.ts';
import { bearerOf, Neutron, type TokenBearer } from './neutron.ts';
import { readPort } from './read-neutron.ts';

async function given(t: TestContext, answer: Answer, { timeoutMs = 30_000, path = '' } = {}) {
  const { url, seen } = await answering(t, answer);
  const settings = { url: `${url}${path}`, timeoutMs };
  const neutron = (bearer: TokenBearer = bearerOf('token')) => new Neutron(settings, bearer);
  return { neutron, seen };
}

test('its address may have a version or not, and filters are repeated', async (t) => {
  for (const path of ['', '/', '/v2.0', '/v2.0/']) {
    const { neutron, seen } = await given(t, saying(200, { security_groups: [{ id: 'a' }] }), { path });
    assert.deepEqual(await neutron().list('security-groups', { id: ['a', 'b'], name: 'x&y' }), [{ id: 'a' }]);
    assert.equal(seen[0]?.url, '/v2.0/security-groups?id=a&id=b&name=x%26y');
    assert.equal(seen[0]?.headers['x-auth-token'], 'token');
  }
});

test('a no is told with what it is called; what is not there is not there', async (t) => {
  const no = { NeutronError: { type: 'OverQuota', message: 'Quota exceeded', detail: '' } };
  const refusing = await given(t, saying(409, no));
  await assert.rejects(refusing.neutron().createPort({}), (thrown) => {
    assert.ok(thrown instanceof NetworkRefusal);
    assert.deepEqual([thrown.status, thrown.type, thrown.message], [409, 'OverQuota', 'Quota exceeded']);
    return true;
  });
  const without = await given(t, saying(404, 'gone'));
  assert.equal(await without.neutron().find('/ports/x', 'port'), null);
  await without.neutron().deletePort('x');
  await assert.rejects(without.neutron().changePort('x', {}), NetworkRefusal);
});

test('whatever else is answered means that nobody knows', async (t) => {
  const answers: readonly Answer[] = [
    saying(500),
    saying(503, '{"NeutronError": 1}'),
    saying(429),
    saying(200, '{'),
    saying(200, '[]'),
    saying(200, { ports: {} }),
    saying(200, { ports: [1] }),
    (_, response) => void response.writeHead(301, { location: 'http://evil/' }).end(),
    (request) => void request.socket.destroy(),
  ];
  for (const [index, answer] of answers.entries()) {
    const { neutron } = await given(t, answer);
    await assert.rejects(neutron().list('ports', {}), NetworksUnavailable, `answer ${index}`);
  }
  const slow = await given(t, () => undefined, { timeoutMs: 50 });
  await assert.rejects(slow.neutron().list('ports', {}), /does not answer within 50 ms/);
});

test('a token that is not accepted is shown once, and another one is', async (t) => {
  const { neutron, seen } = await given(t, (request, response) => {
    const isNew = request.headers['x-auth-token'] === 'new';
    response.writeHead(isNew ? 200 : 401).end('{"ports": []}');
  });
  const bearer = (other: string | null): TokenBearer => ({
    get: async () => 'old',
    getOtherThan: async (rejected) => (rejected === 'old' ? other : null),
  });
  assert.deepEqual(await neutron(bearer('new')).list('ports', {}), []);
  assert.deepEqual(
    seen.map(({ headers }) => headers['x-auth-token']),
    ['old', 'new'],
  );
  await assert.rejects(neutron(bearer('other')).list('ports', {}), NetworkRefusal);
  await assert.rejects(neutron(bearer(null)).list('ports', {}), NetworkRefusal);
  const broken: TokenBearer = {
    get: async () => {
      throw new Error('Keystone is away');
    },
    getOtherThan: async () => null,
  };
  await assert.rejects(neutron(broken).list('ports', {}), (thrown) => {
    return thrown instanceof NetworksUnavailable && /Keystone is away/.test(thrown.message);
  });
});

test('what is said of a port has to make sense', () => {
  const port = {
    id: 'p',
    network_id: 'n',
    fixed_ips: [{ ip_address: '10.0.0.1' }, { ip_address: 'fd00::1' }],
  };
  assert.deepEqual(readPort(port).addresses, ['10.0.0.1', 'fd00::1']);
  for (const odd of [
    { ...port, id: 7 },
    { ...port, network_id: undefined },
    { ...port, fixed_ips: 'none' },
    { ...port, fixed_ips: [null] },
    { ...port, fixed_ips: [{ ip_address: '10.0.0.256' }] },
    { ...port, mac_address: 'x'.repeat(1_000) },
  ])
    assert.throws(() => readPort(odd), NetworksUnavailable, JSON.stringify(odd));
});
