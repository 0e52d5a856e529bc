import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ConsumerId } from '@berth/engine/ids.ts';
import { now } from '@berth/engine/testing/instants.ts';
import type { FlavorId, ServiceId } from '../ids.ts';
import { defaultSchedulerSettings } from '../scheduler/settings.ts';
import { assertRefused } from '../testing/assert-refused.ts';
import { ServerCloud } from '../testing/server-cloud.ts';
import { somePort } from '../testing/some-port.ts';
import { noLimits } from '../testing/some-server-request.ts';
import type { EvacuateServer } from './evacuate-server.ts';

const room = 'VCPU:8 DISK_GB:100';
const broken = { kind: 'failed', message: 'it broke', details: 'in full' } as const;
const begun = { kind: 'begun' } as const;
const done = { kind: 'done' } as const;

/** A server on cn1, which is down, and two other hosts. */
function lost({ ports = [] as readonly ReturnType<typeof somePort>[], cn3 = 'MEMORY_MB:2048' } = {}) {
  const cloud = new ServerCloud(`
    cn1 ${room} MEMORY_MB:8192
    cn2 ${room} MEMORY_MB:4096
    cn3 ${room} ${cn3}`);
  cloud.create(['web'], { asked: { ports }, ...(ports.length > 0 ? { addresses: [] } : {}) });
  cloud.settle();
  down(cloud, 'cn1');
  return cloud;
}

function down(cloud: ServerCloud, host: string, isForcedDown = true): void {
  cloud.decide({ kind: 'change-service', id: host as ServiceId, isForcedDown, now });
}

let migrations = 0;
function command(cloud: ServerCloud, change: Partial<EvacuateServer> = {}): EvacuateServer {
  return {
    kind: 'evacuate-server',
    id: cloud.server('web').id,
    host: null,
    isForced: false,
    endsOff: false,
    hasSharedDisks: null,
    hasAskedPassword: false,
    by: cloud.by({ isAdmin: true }),
    newIds: { migration: `evacuation ${++migrations}` as ConsumerId, order: cloud.newOrderId() },
    scheduling: defaultSchedulerSettings,
    now,
    ...change,
  };
}
const evacuate = (cloud: ServerCloud, change: Partial<EvacuateServer> = {}) =>
  cloud.decide(command(cloud, change));

const works = (cloud: ServerCloud) =>
  Array.from(cloud.compute.orders.values(), ({ work, host }) => `${work.kind}@${host}`);
const statuses = (cloud: ServerCloud) =>
  Array.from(cloud.compute.migrations.newest.from(), ({ status }) => status);
const hosts = (cloud: ServerCloud) => [
  ...new Set(Object.keys(cloud.held('web')).map((each) => each.split(' ')[0])),
];
const placeOf = (cloud: ServerCloud) => cloud.server('web').place?.host;
const leftover = (cloud: ServerCloud) => {
  const [order] = cloud.compute.orders.leftoversOf(cloud.server('web').id);
  assert.ok(order);
  return order;
};

describe('a server whose host is down', () => {
  test('is made anew on another one, and holds both until the first has destroyed what it had', () => {
    const cloud = lost();
    evacuate(cloud);
    assert.equal(cloud.stateOf('web'), 'active rebuilding running');
    assert.deepEqual([statuses(cloud), works(cloud)], [['accepted'], ['evacuate@cn2']]);
    assert.deepEqual([placeOf(cloud), hosts(cloud)], ['cn1', ['cn1', 'cn2']]);
    cloud.report('web', begun);
    assert.deepEqual(statuses(cloud), ['pre-migrating']);
    cloud.report('web', done);
    assert.equal(cloud.stateOf('web'), 'active - running');
    assert.deepEqual([statuses(cloud), works(cloud)], [['done'], ['drop-leftover@cn1']]);
    assert.deepEqual([placeOf(cloud), hosts(cloud)], ['cn2', ['cn1', 'cn2']]);
    cloud.reportOf(leftover(cloud), done);
    assert.deepEqual([statuses(cloud), works(cloud), hosts(cloud)], [['completed'], [], ['cn2']]);
    assert.deepEqual(
      cloud.actionsOf('web').at(-1),
      'evacuate rebuild_server@controller:Success compute_rebuild_instance@cn2:Success',
    );
  });

  test('is off where it was off, and where that is asked for', () => {
    for (const endsOff of [false, true]) {
      const cloud = lost();
      if (!endsOff) {
        down(cloud, 'cn1', false);
        cloud.act('web', { kind: 'stop' });
        cloud.settle();
        down(cloud, 'cn1');
      }
      evacuate(cloud, { endsOff });
      cloud.settle();
      assert.equal(cloud.stateOf('web'), 'stopped - shutdown');
      assert.match(cloud.actionsOf('web').at(-1) ?? '', /compute_stop_instance@cn2:Success$/);
    }
  });

  test('runs on its new host where it cannot be switched off there, and nothing is left of it elsewhere', () => {
    const cloud = lost();
    evacuate(cloud, { endsOff: true });
    cloud.report('web', done);
    assert.deepEqual([works(cloud), statuses(cloud)], [['drop-leftover@cn1', 'stop@cn2'], ['done']]);
    assert.equal(cloud.stateOf('web'), 'active powering-off running');
    const [stop] = cloud.compute.orders.inLine(cloud.server('web').id);
    assert.ok(stop);
    cloud.reportOf(stop, broken);
    assert.deepEqual([cloud.stateOf('web'), placeOf(cloud)], ['active - running', 'cn2']);
    assert.match(
      cloud.actionsOf('web').at(-1) ?? '',
      /^evacuate\(Error\) .* compute_stop_instance@cn2:Error$/,
    );
    down(cloud, 'cn1', false);
    cloud.registerAgain();
    cloud.settle();
    assert.deepEqual([statuses(cloud), hosts(cloud)], [['completed'], ['cn2']]);
  });

  test('can be evacuated whatever it is busy with there, which is not done any more', () => {
    const cloud = lost();
    cloud.act('web', { kind: 'reboot', isHard: true });
    cloud.report('web', begun);
    evacuate(cloud);
    assert.deepEqual(works(cloud), ['evacuate@cn2']);
    assert.equal(cloud.actionsOf('web').at(-2), 'reboot(Error) compute_reboot_instance@cn1:Error');
    cloud.settle();
    assert.equal(cloud.stateOf('web'), 'active - running');
  });

  test('has its ports bound to its new host first', () => {
    const cloud = lost({ ports: [somePort()] });
    evacuate(cloud);
    assert.deepEqual(works(cloud), ['move-ports@']);
    cloud.reportPorts('web', { kind: 'attached', ports: [] });
    assert.deepEqual(works(cloud), ['evacuate@cn2']);
  });

  test('stays where it was, in error, when it cannot be made anew', () => {
    const cloud = lost();
    evacuate(cloud);
    cloud.report('web', begun);
    cloud.report('web', broken);
    assert.equal(cloud.stateOf('web'), 'error - running');
    assert.equal(cloud.server('web').fault?.message, 'it broke');
    assert.deepEqual([statuses(cloud), works(cloud), hosts(cloud)], [['failed'], [], ['cn1']]);
    evacuate(cloud, { host: 'cn3' });
    cloud.settle();
    assert.deepEqual(
      [cloud.stateOf('web'), placeOf(cloud), hosts(cloud)],
      ['active - running', 'cn3', ['cn3']],
    );
  });

  test('is in error where no host is left', () => {
    const cloud = lost();
    down(cloud, 'cn2');
    down(cloud, 'cn3');
    evacuate(cloud);
    assert.equal(cloud.stateOf('web'), 'error - running');
    assert.equal(
      cloud.server('web').fault?.message,
      'No valid host was found. There are not enough hosts available.',
    );
    assert.deepEqual([statuses(cloud), works(cloud), hosts(cloud)], [['error'], [], ['cn1']]);
    assert.match(cloud.actionsOf('web').at(-1) ?? '', /^evacuate\(Error\) rebuild_server@controller:Error$/);
  });
});

describe('who says where it goes', () => {
  test('is heeded if the scheduler agrees', () => {
    const cloud = lost();
    evacuate(cloud, { host: 'cn3' });
    assert.deepEqual(works(cloud), ['evacuate@cn3']);
    const other = lost();
    down(other, 'cn3');
    evacuate(other, { host: 'cn3' });
    assert.deepEqual([statuses(other), works(other)], [['error'], []]);
    assert.equal(other.compute.migrations.newest.from().next().value?.askedHost, 'cn3');
  });

  test('and forces it has that host even so, if it has room', () => {
    const cloud = lost();
    down(cloud, 'cn3');
    evacuate(cloud, { host: 'cn3', isForced: true });
    assert.deepEqual([works(cloud), hosts(cloud)], [['evacuate@cn3'], ['cn1', 'cn3']]);
    const full = lost({ cn3: 'MEMORY_MB:100' });
    evacuate(full, { host: 'cn3', isForced: true });
    assert.equal(full.stateOf('web'), 'active - running', 'it stays as it is');
    assert.deepEqual([statuses(full), works(full), hosts(full)], [['error'], [], ['cn1']]);
    assert.match(
      full.compute.actions.ofServer(full.server('web').id).next().value?.events[0]?.details ?? '',
      /There is not enough capacity on the host/,
    );
    assert.match(full.server('web').fault?.message ?? '', /There is not enough capacity on the host/);
  });

  test('cannot force it while something is held elsewhere that it was evacuated from, as in the original', () => {
    const cloud = lost();
    evacuate(cloud, { host: 'cn2' });
    cloud.report('web', begun);
    cloud.report('web', done);
    down(cloud, 'cn2');
    evacuate(cloud, { host: 'cn3', isForced: true });
    assert.deepEqual([statuses(cloud)[0], hosts(cloud).includes('cn3')], ['error', false]);
    evacuate(cloud, { host: 'cn3' });
    assert.equal(statuses(cloud)[0], 'accepted');
  });

  test('is refused before anything else', () => {
    const cloud = lost();
    const no = (change: Partial<EvacuateServer>) => (given: ServerCloud) =>
      given.decide(command(given, change));
    assertRefused(() => no({ host: 'nope' })(cloud), { kind: 'target-host-not-found', host: 'nope' });
    assertRefused(() => no({ host: 'cn1' })(cloud), { kind: 'target-is-source' });
    down(cloud, 'cn1', false);
    assertRefused(() => no({})(cloud), { kind: 'host-still-in-use', host: 'cn1' });
    cloud.act('web', { kind: 'pause' });
    cloud.settle();
    assertRefused(() => no({})(cloud), {
      kind: 'server-in-state',
      id: cloud.server('web').id,
      action: 'evacuate',
      attribute: 'vm_state',
      state: 'paused',
    });
  });
});

describe('what is left on a host', () => {
  test('waits for nothing that is done with the server elsewhere, and nothing waits for it', () => {
    const cloud = lost();
    evacuate(cloud);
    cloud.report('web', begun);
    cloud.report('web', done);
    cloud.act('web', { kind: 'stop' });
    assert.deepEqual(works(cloud), ['drop-leftover@cn1', 'stop@cn2']);
    cloud.report('web', begun);
    cloud.reportOf(leftover(cloud), begun);
    cloud.report('web', done);
    assert.equal(cloud.stateOf('web'), 'stopped - shutdown');
    cloud.reportOf(leftover(cloud), done);
    assert.deepEqual([statuses(cloud), hosts(cloud)], [['completed'], ['cn2']]);
  });

  test('that could not be destroyed is to be destroyed when the host says again that it is there', () => {
    const cloud = lost();
    evacuate(cloud);
    cloud.report('web', begun);
    cloud.report('web', done);
    cloud.reportOf(leftover(cloud), broken);
    assert.deepEqual([statuses(cloud), works(cloud), hosts(cloud)], [['done'], [], ['cn1', 'cn2']]);
    cloud.registerAgain();
    assert.deepEqual(works(cloud), ['drop-leftover@cn1']);
    cloud.settle();
    assert.deepEqual([statuses(cloud), hosts(cloud)], [['completed'], ['cn2']]);
  });

  test('keeps the server from going back there before it is gone', () => {
    const cloud = lost();
    evacuate(cloud);
    cloud.report('web', begun);
    cloud.report('web', done);
    down(cloud, 'cn1', false);
    down(cloud, 'cn2');
    evacuate(cloud, { host: 'cn1' });
    assert.deepEqual(statuses(cloud), ['error', 'done']);
    evacuate(cloud, { host: 'cn1', isForced: true });
    assert.deepEqual(statuses(cloud), ['error', 'error', 'done']);
    cloud.reportOf(leftover(cloud), done);
    evacuate(cloud, { host: 'cn1' });
    cloud.settle();
    assert.deepEqual([placeOf(cloud), hosts(cloud)], ['cn1', ['cn1']]);
  });

  test('is given back though the server has moved on, whether that move is confirmed or taken back', () => {
    for (const isConfirmed of [true, false]) {
      const cloud = lost();
      evacuate(cloud, { host: 'cn2' });
      cloud.report('web', begun);
      cloud.report('web', done);
      const { id } = cloud.server('web');
      cloud.decide({
        kind: 'move-server',
        id,
        flavor: null,
        host: 'cn3',
        mayStay: false,
        by: cloud.by(),
        newIds: { migration: `move ${++migrations}` as ConsumerId, order: cloud.newOrderId() },
        configured: noLimits,
        scheduling: defaultSchedulerSettings,
        now,
      });
      for (let step = 0; step < 3; step++) {
        cloud.report('web', begun);
        cloud.report('web', done);
      }
      cloud.reportOf(leftover(cloud), done);
      const by = cloud.by();
      const newOrderId = cloud.newOrderId();
      if (isConfirmed) cloud.decide({ kind: 'confirm-move', id, by, newOrderId, now });
      else cloud.decide({ kind: 'revert-move', id, by, newOrderId, configured: noLimits, now });
      cloud.settle();
      assert.deepEqual(hosts(cloud), [isConfirmed ? 'cn3' : 'cn2']);
    }
  });

  test('goes with the server, and with the host, which nothing keeps there then', () => {
    const cloud = lost();
    evacuate(cloud);
    cloud.report('web', begun);
    cloud.report('web', done);
    const host = { id: 'cn1' as ServiceId };
    cloud.decide({ kind: 'forget-leftovers', ...host, now });
    assert.deepEqual([works(cloud), hosts(cloud), statuses(cloud)], [[], ['cn2'], ['done']]);
    cloud.decide({ kind: 'remove-service', ...host });
    assert.equal(cloud.compute.services.ofHost('cn1'), undefined);
    const other = lost();
    evacuate(other);
    other.report('web', begun);
    other.report('web', done);
    other.delete('web');
    other.settle();
    assert.deepEqual([works(other), hosts(other)], [[], []]);
  });

  test('of hosts where something runs is not forgotten', () => {
    const cloud = lost();
    assertRefused(() => cloud.decide({ kind: 'forget-leftovers', id: 'cn1' as ServiceId, now }), {
      kind: 'host-has-servers',
      host: 'cn1',
    });
  });
});

describe('a server that is evacuated once more', () => {
  test('before its new host has begun leaves nothing there', () => {
    const cloud = lost();
    evacuate(cloud, { host: 'cn2' });
    down(cloud, 'cn2');
    evacuate(cloud);
    assert.deepEqual([statuses(cloud), works(cloud)], [['accepted', 'failed'], ['evacuate@cn3']]);
    assert.deepEqual(hosts(cloud), ['cn1', 'cn3']);
  });

  test('after that leaves it to that host to destroy what it has made', () => {
    const cloud = lost();
    evacuate(cloud, { host: 'cn2' });
    cloud.report('web', begun);
    down(cloud, 'cn2');
    evacuate(cloud);
    assert.deepEqual(
      [statuses(cloud), works(cloud)],
      [
        ['accepted', 'failed'],
        ['drop-leftover@cn2', 'evacuate@cn3'],
      ],
    );
    assert.deepEqual(hosts(cloud), ['cn1', 'cn2', 'cn3']);
    cloud.settle();
    assert.deepEqual([statuses(cloud), hosts(cloud)], [['completed', 'failed'], ['cn3']]);
  });

  test('in vain goes on with the first', () => {
    const cloud = lost();
    evacuate(cloud, { host: 'cn2' });
    cloud.report('web', begun);
    down(cloud, 'cn3');
    evacuate(cloud);
    assert.deepEqual([statuses(cloud), works(cloud)], [['pre-migrating'], ['evacuate@cn2']]);
  });

  test('since its second host went down, too, comes free of both when they are back', () => {
    const cloud = lost();
    evacuate(cloud, { host: 'cn2' });
    cloud.report('web', begun);
    cloud.report('web', done);
    down(cloud, 'cn2');
    evacuate(cloud);
    cloud.report('web', begun);
    cloud.report('web', done);
    assert.deepEqual(hosts(cloud), ['cn1', 'cn2', 'cn3']);
    cloud.settle();
    assert.deepEqual([statuses(cloud), hosts(cloud)], [['completed', 'completed'], ['cn3']]);
  });
});

test('a server whose host goes down in the middle of a move leaves that one', () => {
  for (const steps of [1, 2]) {
    const cloud = lost();
    down(cloud, 'cn1', false);
    const { id } = cloud.server('web');
    cloud.decide({
      kind: 'move-server',
      id,
      flavor: null,
      host: 'cn2',
      mayStay: false,
      by: cloud.by(),
      newIds: { migration: `move ${++migrations}` as ConsumerId, order: cloud.newOrderId() },
      configured: noLimits,
      scheduling: defaultSchedulerSettings,
      now,
    });
    for (let step = 0; step < steps; step++) {
      cloud.report('web', begun);
      cloud.report('web', done);
    }
    const lostAt = placeOf(cloud) ?? '';
    assert.equal(lostAt, steps === 1 ? 'cn1' : 'cn2');
    down(cloud, lostAt);
    evacuate(cloud, { host: 'cn3' });
    assert.deepEqual(statuses(cloud), ['accepted', 'error']);
    cloud.settle();
    assert.deepEqual(
      [placeOf(cloud), hosts(cloud), cloud.stateOf('web')],
      ['cn3', ['cn3'], 'active - running'],
    );
  }
});

/** The kinds of work at which a resize can stand, and what brings it there. */
const resizesAt: Readonly<Record<string, (cloud: ServerCloud) => void>> = {
  'prepare-move': () => {},
  'move-out': (cloud) => stepDone(cloud),
  'finish-move': (cloud) => [1, 2].forEach(() => stepDone(cloud)),
  'finish-move, which failed': (cloud) => {
    [1, 2].forEach(() => stepDone(cloud));
    cloud.report('web', begun);
    cloud.report('web', broken);
  },
};

function stepDone(cloud: ServerCloud): void {
  cloud.report('web', begun);
  cloud.report('web', done);
}

describe('a server whose host goes down in the middle of a resize has the flavor that it holds the amounts of', () => {
  for (const [name, bring] of Object.entries(resizesAt)) {
    for (const target of ['cn1', 'cn2']) {
      for (const outcome of [done, broken]) {
        test(`at ${name}, to ${target}, evacuated ${outcome === done ? 'well' : 'in vain'}`, () => {
          const cloud = lost();
          down(cloud, 'cn1', false);
          const { id, flavor } = cloud.server('web');
          cloud.decide({
            kind: 'move-server',
            id,
            flavor: { ...flavor, id: 'larger' as FlavorId, number: 9, vcpus: flavor.vcpus + 1 },
            // The scheduler leaves it where it is, if it may: there is most room.
            host: target === 'cn1' ? null : target,
            mayStay: target === 'cn1',
            by: cloud.by(),
            newIds: { migration: `move ${++migrations}` as ConsumerId, order: cloud.newOrderId() },
            configured: noLimits,
            scheduling: defaultSchedulerSettings,
            now,
          });
          bring(cloud);
          down(cloud, placeOf(cloud) ?? '');
          evacuate(cloud, { host: 'cn3' });
          cloud.report('web', begun);
          cloud.report('web', outcome);
          for (const host of ['cn1', 'cn2']) down(cloud, host, false);
          cloud.settle();
          cloud.registerAgain();
          cloud.settle();
          const place = placeOf(cloud);
          assert.equal(place === 'cn3', outcome === done);
          assert.deepEqual(hosts(cloud), [place]);
          assert.equal(cloud.held('web')[`${place} VCPU`], cloud.server('web').flavor.vcpus);
        });
      }
    }
  }
});
