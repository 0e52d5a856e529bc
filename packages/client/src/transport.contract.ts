import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { type ServiceRequest, type Transport, Unreachable } from './transport.ts';

/** What every transport must do that reaches a Placement. `open` is called once for the suite, and then for a test that closes. */
export function transportContract(name: string, open: () => Transport | Promise<Transport>): void {
  describe(`a transport over ${name}`, () => {
    let transport: Transport;
    before(async () => (transport = await open()));
    after(() => transport.close());

    const createProvider = async (version: string) => {
      const uuid = randomUUID();
      const body = { uuid, name: `äöü ${uuid}` };
      const answer = await transport.send({ method: 'POST', path: '/resource_providers', version, body });
      return { uuid, answer };
    };

    test('an answer has its status, headers in lower case, its text and its JSON', async () => {
      const { uuid, answer } = await createProvider('1.20');
      assert.equal(answer.status, 200);
      assert.match(answer.headers['content-type'] ?? '', /^application\/json/);
      assert.ok(answer.headers['location']?.endsWith(`/resource_providers/${uuid}`));
      assert.deepEqual(JSON.parse(answer.text), answer.json);
      assert.equal((answer.json as { name: string }).name, `äöü ${uuid}`);
    });

    test('an answer without a body has no text and no JSON', async () => {
      const { answer } = await createProvider('1.19');
      assert.deepEqual([answer.status, answer.text, answer.json], [201, '', undefined]);
    });

    test('the version is that of the request, and the oldest where it names none', async () => {
      const at = async (request: Partial<ServiceRequest>) =>
        (await transport.send({ method: 'GET', path: '/resource_providers', ...request })).headers[
          'openstack-api-version'
        ];
      assert.equal(await at({ version: '1.14' }), 'placement 1.14');
      assert.equal(await at({}), 'placement 1.0');
      assert.equal(await at({ path: '/traits?name=in:HW_CPU_X86_AVX', version: '1.6' }), 'placement 1.6');
    });

    test('what is refused is an answer like others', async () => {
      const missing = {
        method: 'GET',
        path: `/resource_providers/${randomUUID()}`,
        version: '1.39',
      } as const;
      const { status, json } = await transport.send(missing);
      assert.equal(status, 404);
      assert.equal((json as { errors: { status: number }[] }).errors[0]?.status, 404);
      const malformed = { method: 'POST', path: '/resource_providers', body: { nonsense: 1 } } as const;
      assert.equal((await transport.send(malformed)).status, 400);
      assert.equal(
        (await transport.send({ method: 'PUT', path: '/resource_providers', body: {} })).status,
        405,
      );
    });

    test('whatever method writes is carried out', async () => {
      const { uuid } = await createProvider('1.20');
      const path = `/resource_providers/${uuid}`;
      const version = '1.39';
      const send = async (method: ServiceRequest['method'], path: string, body?: unknown) =>
        (await transport.send({ method, path, version, ...(body === undefined ? {} : { body }) })).status;
      assert.equal(await send('PUT', path, { name: `renamed ${uuid}` }), 200);
      const inventories = { VCPU: { total: 8 } };
      const body = { inventories, resource_provider_generation: 0 };
      assert.equal(await send('PUT', `${path}/inventories`, body), 200);
      assert.equal(await send('DELETE', `${path}/inventories`), 204);
      assert.equal(await send('DELETE', path), 204);
      assert.equal(await send('GET', path), 404);
    });

    test('an answer that is long comes whole', async () => {
      const { json } = await transport.send({ method: 'GET', path: '/traits', version: '1.6' });
      assert.ok((json as { traits: string[] }).traits.length > 300);
    });

    test('many requests at one time each get their own answer', async () => {
      const made = await Promise.all(Array.from({ length: 40 }, () => createProvider('1.20')));
      for (const { uuid, answer } of made) assert.equal((answer.json as { uuid: string }).uuid, uuid);
    });

    test('the id of an undertaking goes along', async () => {
      const globalRequestId = `req-${randomUUID()}`;
      const { status, headers } = await transport.send({
        method: 'GET',
        path: '/traits',
        globalRequestId,
        version: '1.6',
      });
      assert.equal(status, 200);
      assert.match(headers['x-openstack-request-id'] ?? '', /^req-/);
    });

    test('a wait that has been ended before has sent nothing', async () => {
      const signal = AbortSignal.abort(new Error('no longer'));
      const uuid = randomUUID();
      const sending = transport.send({
        method: 'POST',
        path: '/resource_providers',
        body: { uuid, name: uuid },
        signal,
      });
      await assert.rejects(sending, (error) => error instanceof Unreachable && error.isUnsent);
      const { status } = await transport.send({ method: 'GET', path: `/resource_providers/${uuid}` });
      assert.equal(status, 404);
    });

    test('one that is closed sends nothing more', async () => {
      const other = await open();
      assert.equal((await other.send({ method: 'GET', path: '/' })).status, 200);
      await other.close();
      await other.close();
      await assert.rejects(
        other.send({ method: 'GET', path: '/' }),
        (error) => error instanceof Unreachable && error.isUnsent && /closed/.test(error.message),
      );
    });
  });
}
