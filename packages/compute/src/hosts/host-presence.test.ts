import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ComputeService } from '@berth/compute-engine/hosts/compute-service.ts';
import { HostPresence } from './host-presence.ts';

function present() {
  const clock = { now: 1_000_000, steppedMs: 0 };
  const now = () => clock.now + clock.steppedMs;
  const presence = new HostPresence(60_000, { now, clock: () => clock.now });
  return { clock, presence };
}

/** Only what is asked for. */
const service = (host: string, isUp = true) => ({ host, isUp, seenAt: 500_000 }) as ComputeService;
const hosts = (silent: readonly { readonly host: string }[]) => silent.map(({ host }) => host);

describe('an agent', () => {
  test('keeps others from acting for its host, until it is late', () => {
    const { presence, clock } = present();
    assert.ok(presence.admit('host1', 'a', 30_000));
    assert.ok(!presence.admit('host1', 'b', 0));
    assert.ok(presence.admit('host2', 'b', 0));
    clock.now += 30_000;
    assert.ok(!presence.admit('host1', 'b', 0), 'it may be a little late');
    clock.now += 10_000;
    assert.ok(presence.admit('host1', 'b', 0));
    assert.ok(!presence.admit('host1', 'a', 0), 'it is now the second');
  });

  test('that hangs up leaves its host to the next at once', () => {
    const { presence } = present();
    presence.admit('host1', 'a', 30_000);
    presence.left('host1', 'b');
    assert.ok(!presence.admit('host1', 'b', 0));
    presence.left('host1', 'a');
    assert.ok(presence.admit('host1', 'b', 0));
  });
});

describe('a host', () => {
  test('is silent when it was not heard of for the whole time, and was up', () => {
    const { presence, clock } = present();
    presence.leads(true);
    clock.now += 60_000;
    presence.admit('host1', 'a', 0);
    clock.now += 59_999;
    assert.deepEqual(presence.silentAmong([service('host1')]), []);
    clock.now += 1;
    assert.deepEqual(presence.silentAmong([service('host1'), service('host2', false)]), [
      { host: 'host1', seenAt: 1_060_000 },
    ]);
  });

  test('has all of the time after a start, and after another process has led', () => {
    const { presence, clock } = present();
    assert.deepEqual(
      presence.silentAmong([service('host1')]),
      [],
      'who does not lead has not heard of anybody',
    );
    presence.leads(true);
    clock.now += 59_000;
    assert.deepEqual(presence.silentAmong([service('host1')]), []);
    presence.leads(false);
    clock.now += 59_000;
    presence.leads(true);
    assert.deepEqual(presence.silentAmong([service('host1')]), []);
    clock.now += 60_000;
    presence.leads(true);
    assert.deepEqual(hosts(presence.silentAmong([service('host1')])), ['host1']);
  });
});

describe('the time of day', () => {
  test('may be set forwards, and nobody is silent by that', () => {
    const { presence, clock } = present();
    presence.leads(true);
    presence.admit('host1', 'a', 30_000);
    clock.steppedMs = 3_600_000;
    presence.leads(true);
    assert.deepEqual(presence.silentAmong([service('host1'), service('host2')]), []);
    assert.ok(!presence.admit('host1', 'b', 0), 'its agent is not late');
  });

  test('may be set backwards, and whoever is gone is missed as soon as ever', () => {
    const { presence, clock } = present();
    presence.leads(true);
    presence.admit('host1', 'a', 30_000);
    clock.steppedMs = -3_600_000;
    clock.now += 60_000;
    presence.leads(true);
    assert.deepEqual(hosts(presence.silentAmong([service('host1')])), ['host1']);
    assert.ok(presence.admit('host1', 'b', 0), 'another agent may act for it');
  });
});

test('names that no service has are forgotten', () => {
  const { presence, clock } = present();
  presence.leads(true);
  for (let number = 0; number < 1_000; number++) presence.admit(`made up ${number}`, 'a', 0);
  presence.admit('host1', 'a', 0);
  presence.silentAmong([service('host1')]);
  assert.equal(presence.size, 1_001, 'who was just heard of may be about to get one');
  clock.now += 60_000;
  presence.silentAmong([service('host1')]);
  assert.equal(presence.size, 1);
});
