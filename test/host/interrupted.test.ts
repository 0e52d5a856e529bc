import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DirectTransport } from '@berth/client/direct-transport.ts';
import { type Fault, FaultyTransport } from '@berth/client/testing/faulty-transport.ts';
import type { Transport } from '@berth/client/transport.ts';
import { ReportClient } from '@berth/host/report-client/report-client.ts';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import { type OpenedBerth, openedBerth } from '../client/opened-berth.ts';
import { GpuHost } from './testing/gpu-host.ts';

let berth: OpenedBerth;
let transport: Transport;
/** What a start without any fault comes to. */
let wanted: unknown;
let requests: number;

before(async () => {
  berth = await openedBerth();
  transport = new DirectTransport(berth.handle, { service: 'placement' });
  const host = await made();
  const counting = new FaultyTransport(transport, () => null);
  await host.start(new ReportClient(counting));
  requests = counting.count;
  wanted = await host.state();
});
after(async () => {
  await transport.close();
  await berth[Symbol.asyncDispose]();
});

async function made(): Promise<GpuHost> {
  const host = new GpuHost(transport);
  await host.make();
  return host;
}

test('the GPUs and the disk have moved with what is held of them, and the old child is gone', () => {
  const text = JSON.stringify(wanted);
  assert.match(text, /\["gpu0",\{"VGPU":1\}\],\["gpu1",\{"VGPU":2\}\]/);
  assert.match(text, /\["host",\{"VCPU":3,"DISK_GB":10\}\]/);
  assert.doesNotMatch(text, /"old"/);
  assert.ok(requests > 15, String(requests));
});

for (const isOffered of [true, false]) {
  const way = isOffered ? 'with trees read at once' : 'with trees read provider by provider';
  test(`a start that ends at any request is taken up by the next, ${way}`, async () => {
    for (const when of ['before', 'after'] as const) {
      for (let last = 1; ; last += 1) {
        const host = await made();
        const dying = new FaultyTransport(reached(isOffered), (number) => {
          if (number < last) return null;
          return { when: number === last ? when : 'before', what: 'no answer' };
        });
        await host.start(new ReportClient(dying)).catch(() => {});
        await host.start(new ReportClient(transport));
        assert.deepEqual(await host.state(), wanted, `ended ${when} request ${last}`);
        if (dying.count < last) break;
      }
    }
  });
}

/** As the original answers, which does not have the call. */
function reached(isOffered: boolean): Transport {
  return new FaultyTransport(transport, (_, { path }) =>
    path.startsWith('/berth/') && !isOffered ? { when: 'before', what: 404 } : null,
  );
}

test('whatever goes wrong, and whoever claims meanwhile, starts go on until it is done', async () => {
  const what = fc.constantFrom<Fault['what']>(409, 500, 503, 'no answer');
  const when = fc.constantFrom<Fault['when']>('before', 'after');
  const code = fc.constantFrom('placement.concurrent_update', 'placement.undefined_code');
  const fault = fc.record({ what, when, code });
  const numbered = fc.array(fc.tuple(fc.nat(80), fault), { maxLength: 16 });
  const claims = fc.uniqueArray(fc.nat(60), { maxLength: 3 });
  await assertProperty(
    fc.asyncProperty(
      numbered,
      claims,
      fc.boolean(),
      fc.boolean(),
      async (numbered, claims, isOffered, forgets) => {
        const host = await made();
        const faults = new Map(numbered);
        const faulty = new FaultyTransport(reached(isOffered), (number) => faults.get(number) ?? null);
        let sent = 0;
        let claimed = 0;
        const busy: Transport = {
          send: async (request) => {
            sent += 1;
            if (claims.includes(sent)) {
              claimed += 1;
              await host.claimMeanwhile();
            }
            return faulty.send(request);
          },
          close: async () => {},
        };
        let client = new ReportClient(busy);
        for (let starts = 1; !(await succeeds(host.start(client))); starts += 1) {
          if (forgets) client = new ReportClient(busy);
          assert.ok(starts <= numbered.length + claims.length, 'each fault ends one start at most');
        }
        const [tree, usages, held] = (await host.state()) as [unknown, unknown, unknown[]];
        const [wantedTree, , wantedHeld] = wanted as [unknown, unknown, unknown[]];
        const late = Array.from({ length: claimed }, () => ({ host: { VCPU: 1 } }));
        assert.deepEqual([tree, held], [wantedTree, [...wantedHeld, ...late]]);
        assert.match(JSON.stringify(usages), new RegExp(`"host",\\{"VCPU":${3 + claimed},"DISK_GB":10\\}`));
      },
    ),
    60,
  );
});

async function succeeds(start: Promise<void>): Promise<boolean> {
  return start.then(
    () => true,
    () => false,
  );
}
