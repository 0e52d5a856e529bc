import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HttpError } from '@berth/api-kit/http-error.ts';
import { hasNeutron, realNeutron } from '../testing/neutron/real-neutron.ts';
import { neutronNetworks } from './neutron-networks.ts';
import type { AskedPort, AskedPorts } from './networks.ts';

test('with a real Neutron', { timeout: 900_000 }, async (t) => {
  if (!hasNeutron(t)) return;
  const neutron = await realNeutron();
  t.after(() => neutron[Symbol.asyncDispose]());
  const networks = neutronNetworks({ url: `${neutron.url}/`, timeoutMs: 30_000 });
  const [project, unknown] = ['work', '00000000-0000-4000-8000-000000000000'];
  const by = { token: `ann:${project}`, projectId: project, mayAttachExternal: false };
  const lookUp = (asked: AskedPorts['networks'], more: Partial<AskedPorts> = {}) =>
    networks.lookUp({ by, networks: asked, securityGroups: [], most: 1, ...more });
  const on = (networkId: string, more: Partial<AskedPort> = {}) => ({
    portId: null,
    networkId,
    address: null,
    tag: null,
    ...more,
  });
  const port = (portId: string) => ({ portId, networkId: null, address: null, tag: null });
  const refused = (asked: Promise<unknown>, status: number, message: string) =>
    assert.rejects(asked, (thrown) => {
      assert.ok(thrown instanceof HttpError, String(thrown));
      assert.deepEqual([thrown.status, thrown.detail], [status, message]);
      return true;
    });

  await t.test('without any network there are no ports, and none can be made', async () => {
    assert.deepEqual(await lookUp('unsaid'), { ports: [], most: 1 });
    assert.deepEqual(await lookUp('none'), { ports: [], most: 1 });
    await refused(lookUp('auto'), 400, `Unable to automatically allocate a network for project ${project}`);
  });

  const net = await neutron.network('net', project);

  await t.test('the only network of a project is the one that is meant', async () => {
    for (const asked of ['unsaid', 'auto'] as const) {
      const { ports } = await lookUp(asked);
      assert.deepEqual(
        ports.map(({ networkId, id, isGiven }) => ({ networkId, id, isGiven })),
        [{ networkId: net, id: null, isGiven: false }],
      );
    }
    const other = { by: { ...by, token: 'bob:other', projectId: 'other' } };
    assert.deepEqual((await lookUp('unsaid', other)).ports, [], 'that of others is not seen');
  });

  await t.test('networks that are not there, or are without addresses, are refused', async () => {
    await refused(lookUp([on(unknown)]), 400, `Network ${unknown} could not be found.`);
    const bare = await neutron.network('bare', project, { hasSubnet: false });
    await refused(
      lookUp([on(bare)]),
      400,
      `Network ${bare} requires a subnet in order to boot instances on.`,
    );
    await neutron.ask(`DELETE /networks/${bare}`);
    const hidden = await neutron.network('hidden', 'other');
    await refused(lookUp([on(hidden)]), 400, `Network ${hidden} could not be found.`);
  });

  await t.test('an address that is taken is refused', async () => {
    const taken = {
      network_id: net,
      tenant_id: project,
      device_id: 'x',
      fixed_ips: [{ ip_address: '10.9.0.7' }],
    };
    await neutron.ask('POST /ports', { port: taken });
    await refused(
      lookUp([on(net, { address: '10.9.0.7' })]),
      400,
      'Fixed IP address 10.9.0.7 is already in use on instance x.',
    );
    const { ports } = await lookUp([on(net, { address: '10.9.0.8', tag: 'front' })]);
    assert.equal(ports[0]?.address, '10.9.0.8');
    assert.equal(ports[0]?.tag, 'front');
  });

  await t.test('ports have to be there, free, and with an address', async () => {
    const make = async (more: object) =>
      (await neutron.ask('POST /ports', { port: { network_id: net, tenant_id: project, ...more } })).port.id;
    await refused(lookUp([port(unknown)]), 400, `Port id ${unknown} could not be found.`);
    const busy = await make({ device_id: 'somebody' });
    await refused(lookUp([port(busy)]), 409, `Port ${busy} is still in use.`);
    const bare = await make({ fixed_ips: [] });
    await refused(lookUp([port(bare)]), 400, `Port ${bare} requires a FixedIP in order to be used.`);
    const foreign = await make({ tenant_id: 'other' });
    // Whoever owns a network sees the ports on it, so this is told by the server once it is built.
    assert.equal((await lookUp([port(foreign)])).ports[0]?.id, foreign);
    const free = await make({});
    const { ports } = await lookUp([port(free), on(net)]);
    assert.deepEqual(
      ports.map(({ id, networkId, isGiven }) => [id, networkId, isGiven]),
      [
        [free, net, true],
        [null, net, false],
      ],
    );
    await refused(
      lookUp([on(unknown), port('11111111-0000-4000-8000-000000000000')]),
      400,
      'Port id 11111111-0000-4000-8000-000000000000 could not be found.',
    );
  });

  await t.test('what leads outside is for those who may', async () => {
    const outside = await neutron.network('outside', 'admin', { isExternal: true, cidr: '192.0.2.0/24' });
    const message = `It is not allowed to create an interface on external network ${outside}`;
    await refused(lookUp([on(outside)]), 403, message);
    const admin = { token: 'admin', projectId: 'admin', mayAttachExternal: true };
    assert.equal((await lookUp([on(outside)], { by: admin })).ports[0]?.networkId, outside);
  });

  await t.test('several networks are one too many, unless they are chosen', async () => {
    const shared = await neutron.network('shared', 'admin', { isShared: true, cidr: '10.8.0.0/24' });
    const message = 'Multiple possible networks found, use a Network ID to be more specific.';
    await refused(lookUp('unsaid'), 409, message);
    await refused(lookUp('auto'), 409, message);
    assert.equal((await lookUp([on(net), on(shared), on(net)])).ports.length, 3);
  });

  await t.test('a project has as many ports as it may have', async () => {
    const listed = await neutron.ask(`GET /ports?tenant_id=${project}&fields=id`);
    const used = listed.ports.length;
    await neutron.ask(`PUT /quotas/${project}`, { quota: { port: used + 5 } });
    assert.equal((await lookUp([on(net), on(net)], { most: 10 })).most, 2);
    assert.equal((await lookUp([on(net)], { most: 3 })).most, 3);
    await neutron.ask(`PUT /quotas/${project}`, { quota: { port: used - 1 } });
    await refused(
      lookUp([on(net)]),
      403,
      `The number of defined ports: ${used} is over the limit: ${used - 1}`,
    );
    await neutron.ask(`DELETE /quotas/${project}`);
    await refused(
      lookUp(Array.from({ length: 101 }, () => on(net))),
      403,
      'Maximum number of ports exceeded',
    );
  });

  await t.test('security groups are found by name or id', async () => {
    const make = async (name: string) =>
      (await neutron.ask('POST /security-groups', { security_group: { name, tenant_id: project } }))
        .security_group.id as string;
    const web = await make('web');
    assert.deepEqual(await networks.securityGroups(['default'], by), []);
    assert.deepEqual(await networks.securityGroups(['web', web], by), [{ id: web, name: 'web' }]);
    await refused(
      networks.securityGroups(['nobody'], by),
      400,
      `Security group nobody not found for project ${project}.`,
    );
    await make('web');
    await refused(
      networks.securityGroups(['web'], by),
      409,
      "Multiple security groups found matching 'web'. Use an ID to be more specific.",
    );
  });

  await t.test('a token that is not accepted there is not accepted', async () => {
    const stranger = { by: { ...by, token: 'unknown' } };
    await assert.rejects(lookUp('unsaid', stranger), (thrown) => {
      return thrown instanceof HttpError && thrown.status === 401;
    });
  });
});
