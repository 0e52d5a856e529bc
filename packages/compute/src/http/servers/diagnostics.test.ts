import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServerCloud } from '@berth/compute-engine/testing/server-cloud.ts';
import type { HostAnswer } from '../../hosts/host-questions.ts';
import { type Asked, computeInProcess } from '../../testing/compute-in-process.ts';

const traffic = { octets: 1, errors: 2, drop: 3, packets: 4, rate: 5 };

/** As agents tell it. */
const diagnostics = {
  driver: 'libvirt',
  hypervisor: 'kvm',
  hypervisor_os: null,
  uptime: 60,
  config_drive: false,
  cpus: [{ id: 0, time: 17, utilisation: null }],
  disks: [
    { device: 'vda', read_bytes: 1, read_requests: 2, write_bytes: 3, write_requests: 4, errors_count: 5 },
  ],
  nics: [{ device: 'tap1', mac: 'fa:16:3e:00:00:01', received: traffic, sent: { ...traffic, octets: 9 } }],
  memory: { maximum: 1024, used: null },
};

/** A server that runs, on a host that answers so. */
function running(answer: HostAnswer = { kind: 'told', output: JSON.stringify(diagnostics) }) {
  const { ask, cloud, line } = computeInProcess();
  const hosts = new ServerCloud('cn1 VCPU:8 MEMORY_MB:8192 DISK_GB:100');
  Object.assign(cloud, { placement: hosts.placement, compute: hosts.compute });
  hosts.create(['vm1']);
  hosts.settle();
  line.questions.onAsked = (host) => {
    setImmediate(() => {
      for (const question of line.questions.givenTo(host)) line.questions.answer(host, question.id, answer);
    });
  };
  const { id } = hosts.server('vm1');
  const diagnose = (asked: Asked = {}) => ask(`GET /servers/${id}/diagnostics`, asked);
  return { ask, diagnose, hosts, id };
}

test('up to 2.47 figures are told device by device, and from then on in one form', async () => {
  const { diagnose } = running();
  assert.deepEqual((await diagnose({ version: '2.47' })).body, {
    cpu0_time: 17,
    memory: 1024,
    vda_errors: 5,
    vda_read: 1,
    vda_read_req: 2,
    vda_write: 3,
    vda_write_req: 4,
    tap1_rx: 1,
    tap1_rx_drop: 3,
    tap1_rx_errors: 2,
    tap1_rx_packets: 4,
    tap1_tx: 9,
    tap1_tx_drop: 3,
    tap1_tx_errors: 2,
    tap1_tx_packets: 4,
  });
  assert.deepEqual((await diagnose({ version: '2.48' })).body, {
    state: 'running',
    driver: 'libvirt',
    hypervisor: 'kvm',
    hypervisor_os: null,
    uptime: 60,
    config_drive: false,
    num_cpus: 1,
    num_nics: 1,
    num_disks: 1,
    disk_details: [{ read_bytes: 1, read_requests: 2, write_bytes: 3, write_requests: 4, errors_count: 5 }],
    cpu_details: [{ id: 0, time: 17, utilisation: null }],
    nic_details: [
      {
        mac_address: 'fa:16:3e:00:00:01',
        rx_octets: 1,
        rx_errors: 2,
        rx_drop: 3,
        rx_packets: 4,
        rx_rate: 5,
        tx_octets: 9,
        tx_errors: 2,
        tx_drop: 3,
        tx_packets: 4,
        tx_rate: 5,
      },
    ],
    memory_details: { maximum: 1024, used: null },
  });
});

for (const [what, answer, refusal] of [
  ['that the hypervisor cannot tell', { kind: 'unsupported' }, /^501 The requested functionality/],
  ['that the host fails to tell', { kind: 'failed', message: 'no' }, /^409 no$/],
  ['of a machine that is not there', { kind: 'not there' }, /^409 .* in power state pending$/],
  [
    'that are no JSON',
    { kind: 'told', output: '{' },
    /^409 What host cn1 tells of instance .* is not understood/,
  ],
  ['that are others', { kind: 'told', output: '{"driver":"x"}' }, /^409 What host cn1 tells/],
] as const satisfies readonly (readonly [string, HostAnswer, RegExp])[]) {
  test(`figures ${what} are refused`, async () => {
    const { status, message } = await running(answer).diagnose();
    assert.match(`${status} ${message}`, refusal);
  });
}

test('only a machine that runs has figures', async () => {
  const { diagnose, hosts, id } = running();
  hosts.act('vm1', { kind: 'stop' });
  hosts.settle();
  const { status, message } = await diagnose();
  assert.equal(status, 409);
  assert.equal(message, `Cannot 'get_diagnostics' instance ${id} while it is in power state shutdown`);
});

test('a host that is gone is not asked', async () => {
  const { diagnose, hosts } = running();
  hosts.decide({ kind: 'hosts-silent', hosts: [{ host: 'cn1', seenAt: 0 }] });
  const { status, message } = await diagnose();
  assert.deepEqual([status, message], [503, 'Host cn1 is down.']);
});

test('only administrators see figures; the cells of a machine are seen by all who see the server, from 2.78 on', async () => {
  const { ask, diagnose, hosts, id } = running();
  const token = `alice:${hosts.server('vm1').projectId}:reader`;
  assert.equal((await diagnose({ token })).status, 403);
  const topology = (asked: Asked) => ask(`GET /servers/${id}/topology`, asked);
  assert.deepEqual((await topology({ token, version: '2.78' })).body, { nodes: [], pagesize_kb: null });
  assert.equal((await topology({ token, version: '2.77' })).status, 404);
  assert.equal((await topology({ token: 'bob:p9', version: '2.78' })).status, 404);
});
