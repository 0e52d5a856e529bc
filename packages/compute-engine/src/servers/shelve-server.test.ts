import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { now } from '@berth/engine/testing/instants.ts';
import type { OrderId, ServiceId } from '../ids.ts';
import { assertRefused } from '../testing/assert-refused.ts';
import { ServerCloud } from '../testing/server-cloud.ts';
import { somePort } from '../testing/some-port.ts';
import { serverId } from '../testing/some-server-request.ts';

const host = 'VCPU:8 MEMORY_MB:8192 DISK_GB:100';
const failed = { kind: 'failed', message: 'it broke', details: 'in full' } as const;
const id = serverId('web');

function running(world = `cn1 ${host}\ncn2 ${host}`): ServerCloud {
  const cloud = new ServerCloud(world);
  cloud.create(['web']);
  cloud.settle();
  return cloud;
}

function shelved({ isOffloaded = true } = {}): ServerCloud {
  const cloud = running();
  cloud.shelve('web', { isOffloaded });
  cloud.settle();
  return cloud;
}

/** The last of what was done with it. */
const lastAction = (cloud: ServerCloud) => cloud.actionsOf('web').at(-1);
const works = (cloud: ServerCloud) => cloud.ordersOf('web').map(({ work }) => work.kind);

/** Its host does the next thing. */
function step(cloud: ServerCloud): string {
  cloud.report('web', { kind: 'begun' });
  const during = cloud.stateOf('web');
  cloud.report('web', { kind: 'done' });
  return during;
}

describe('a server that is shelved', () => {
  test('is stopped, has an image made of it, and leaves its host, part by part', () => {
    const cloud = running();
    const at = cloud.server('web').place?.host;
    cloud.shelve('web');
    assert.equal(cloud.stateOf('web'), 'active shelving running');
    assert.equal(step(cloud), 'active shelving running');
    assert.equal(cloud.stateOf('web'), 'active shelving_image_pending_upload shutdown');
    assert.equal(step(cloud), 'active shelving_image_uploading shutdown');
    assert.equal(cloud.stateOf('web'), 'shelved shelving_offloading shutdown');
    assert.notDeepEqual(cloud.held('web'), {});
    step(cloud);
    assert.equal(cloud.stateOf('web'), 'shelved_offloaded - shutdown');
    assert.deepEqual([cloud.server('web').place, cloud.held('web')], [null, {}]);
    assert.deepEqual(cloud.server('web').shelved, { imageId: 'image of web', at: now });
    assert.equal(lastAction(cloud), `shelve compute_shelve_instance@${at}:Success`);
    assert.deepEqual(cloud.imageChores(), []);
  });

  test('keeps its addresses, and counts for the limits of its project', () => {
    const cloud = shelved();
    assert.equal(cloud.server('web').addresses.length, 1);
    assert.equal(cloud.compute.servers.usages.of('project', null).servers, 1);
  });

  test('stays on its host where servers are not offloaded at once, until somebody takes it off', () => {
    const cloud = shelved({ isOffloaded: false });
    const at = cloud.server('web').place?.host;
    assert.equal(cloud.stateOf('web'), 'shelved - shutdown');
    assert.notDeepEqual(cloud.held('web'), {});
    cloud.decide({ kind: 'offload-server', id, by: cloud.by(), newOrderId: cloud.newOrderId(), now });
    assert.equal(cloud.stateOf('web'), 'shelved shelving_offloading shutdown');
    cloud.settle();
    assert.equal(cloud.stateOf('web'), 'shelved_offloaded - shutdown');
    assert.equal(lastAction(cloud), `shelveOffload compute_shelve_offload_instance@${at}:Success`);
  });

  test('is swept off its host when it has been there for long, as a step of what was last done with it', () => {
    const cloud = shelved({ isOffloaded: false });
    const at = cloud.server('web').place?.host;
    const sweep = (since: number) =>
      cloud.decide({ kind: 'sweep-shelved', id, since, newOrderId: cloud.newOrderId(), now });
    assert.deepEqual(sweep(now - 1), []);
    sweep(now);
    assert.deepEqual(sweep(now), [], 'it is under way');
    cloud.settle();
    assert.equal(cloud.stateOf('web'), 'shelved_offloaded - shutdown');
    assert.equal(
      lastAction(cloud),
      `shelve compute_shelve_instance@${at}:Success compute_shelve_offload_instance@${at}:Success`,
    );
  });

  test('can be asked for nothing but to come back and to be deleted', () => {
    for (const isOffloaded of [true, false]) {
      const cloud = shelved({ isOffloaded });
      const state = isOffloaded ? 'shelved_offloaded' : 'shelved';
      const inState = { kind: 'server-in-state', id, attribute: 'vm_state', state } as const;
      assertRefused(() => cloud.act('web', { kind: 'pause' }), { ...inState, action: 'pause' });
      assertRefused(() => cloud.shelve('web'), { ...inState, action: 'shelve' });
      const stopping = () => cloud.act('web', { kind: 'stop' });
      if (isOffloaded) assertRefused(stopping, { kind: 'server-not-ready', id });
      else assertRefused(stopping, { ...inState, action: 'stop' });
    }
  });

  test('is refused while it is in another state, busy or locked', () => {
    const cloud = running();
    cloud.act('web', { kind: 'stop' });
    assertRefused(() => cloud.shelve('web'), {
      kind: 'server-in-state',
      id,
      action: 'shelve',
      attribute: 'task_state',
      state: 'powering-off',
    });
    cloud.settle();
    cloud.decide({ kind: 'lock-server', id, reason: null, by: cloud.by(), now });
    assertRefused(() => cloud.shelve('web'), { kind: 'server-is-locked', id });
    cloud.shelve('web', { by: cloud.by({ isAdmin: true }) });
    cloud.settle();
    assert.equal(cloud.stateOf('web'), 'shelved_offloaded - shutdown');
  });
});

describe('what cannot be shelved', () => {
  test('is as before, and the image goes: it could not be stopped, or no image could be made', () => {
    for (const parts of [0, 1]) {
      const cloud = running();
      const at = cloud.server('web').place?.host;
      cloud.shelve('web');
      for (let part = 0; part < parts; part++) step(cloud);
      cloud.report('web', { kind: 'begun' });
      cloud.report('web', failed);
      assert.equal(cloud.stateOf('web'), `active - ${parts === 0 ? 'running' : 'shutdown'}`);
      assert.equal(cloud.server('web').fault?.message, 'it broke');
      assert.equal(lastAction(cloud), `shelve(Error) compute_shelve_instance@${at}:Error`);
      assert.deepEqual(cloud.imageChores(), ['discard image of web']);
      assert.equal(cloud.server('web').shelved, null);
    }
  });

  test('is what is deleted between two parts of it: nothing is told to be under way any more', () => {
    const cloud = running();
    const at = cloud.server('web').place?.host;
    cloud.shelve('web');
    step(cloud);
    cloud.delete('web', { isForGood: false });
    assert.deepEqual(works(cloud), ['soft-delete']);
    const [, shelving] = cloud.actionsOf('web');
    assert.equal(shelving, `shelve(Error) compute_shelve_instance@${at}:Error`);
    assert.deepEqual(cloud.imageChores(), ['discard image of web']);
  });

  test('is shelved on its host where only that could not let go of it, and can be tried again', () => {
    const cloud = running();
    cloud.shelve('web');
    step(cloud);
    step(cloud);
    cloud.report('web', failed);
    assert.equal(cloud.stateOf('web'), 'shelved - shutdown');
    assert.deepEqual(cloud.imageChores(), []);
    assert.notDeepEqual(cloud.held('web'), {});
  });
});

describe('a server that comes back', () => {
  test('gets a place in the decision that claims it, and is built of its image, which then goes', () => {
    const cloud = shelved();
    cloud.unshelve('web');
    assert.equal(cloud.stateOf('web'), 'shelved_offloaded unshelving shutdown');
    assert.notDeepEqual(cloud.held('web'), {});
    const [order] = cloud.ordersOf('web');
    assert.deepEqual(order?.work, { kind: 'unshelve', imageId: 'image of web' });
    const at = cloud.server('web').place?.host;
    assert.equal(order?.host, at);
    assert.equal(step(cloud), 'shelved_offloaded spawning shutdown');
    assert.equal(cloud.stateOf('web'), 'active - running');
    assert.equal(cloud.server('web').shelved, null);
    assert.deepEqual(cloud.imageChores(), ['discard image of web']);
    assert.equal(
      lastAction(cloud),
      `unshelve get_image_info@controller:Success schedule_instances@controller:Success compute_unshelve_instance@${at}:Success`,
    );
    const decision = cloud.compute.decisionLogs.get(id)?.decisions.at(-1);
    assert.deepEqual([decision?.reason, decision?.best[0]?.host], ['unshelve', at]);
  });

  test('is started where it still is', () => {
    const cloud = shelved({ isOffloaded: false });
    const at = cloud.server('web').place?.host;
    cloud.unshelve('web');
    assert.equal(cloud.stateOf('web'), 'shelved powering-on shutdown');
    cloud.settle();
    assert.equal(cloud.stateOf('web'), 'active - running');
    assert.equal(lastAction(cloud), `unshelve compute_start_instance@${at}:Success`);
    assert.deepEqual([cloud.server('web').shelved, cloud.imageChores()], [null, ['discard image of web']]);
  });

  test('stays on its shelf where there is no room, and why is kept', () => {
    const cloud = shelved();
    for (const name of ['cn1', 'cn2'])
      cloud.decide({ kind: 'change-service', id: name as ServiceId, isForcedDown: true, now });
    cloud.unshelve('web');
    assert.equal(cloud.stateOf('web'), 'shelved_offloaded - shutdown');
    assert.equal(cloud.server('web').fault, null);
    assert.deepEqual(cloud.held('web'), {});
    assert.equal(
      lastAction(cloud),
      'unshelve(Error) get_image_info@controller:Success schedule_instances@controller:Error',
    );
    const decision = cloud.compute.decisionLogs.get(id)?.decisions.at(-1);
    assert.deepEqual([decision?.reason, decision?.best], ['unshelve', []]);
  });

  test('goes to the host that is asked for, and is bound to the zone that is', () => {
    for (const name of ['cn1', 'cn2']) {
      const cloud = shelved();
      cloud.unshelve('web', { host: name, zone: 'nova' });
      const { place, pinnedZone } = cloud.server('web');
      assert.deepEqual([place?.host, pinnedZone], [name, 'nova']);
      cloud.settle();
      cloud.shelve('web');
      cloud.settle();
      cloud.unshelve('web');
      assert.equal(cloud.server('web').pinnedZone, 'nova', 'as before');
      cloud.settle();
      cloud.shelve('web');
      cloud.settle();
      cloud.unshelve('web', { zone: null });
      assert.equal(cloud.server('web').pinnedZone, null);
    }
  });

  test('is back on its shelf where its host could not build it, and holds nothing', () => {
    const cloud = shelved();
    cloud.unshelve('web');
    const at = cloud.server('web').place?.host;
    cloud.report('web', { kind: 'begun' });
    cloud.report('web', failed);
    assert.equal(cloud.stateOf('web'), 'shelved_offloaded - shutdown');
    assert.deepEqual([cloud.server('web').place, cloud.held('web'), works(cloud)], [null, {}, []]);
    assert.match(
      lastAction(cloud) ?? '',
      new RegExp(`^unshelve\\(Error\\) .* compute_unshelve_instance@${at}:Error$`),
    );
    assert.deepEqual(cloud.imageChores(), [], 'it is needed the next time');
    cloud.unshelve('web');
    cloud.settle();
    assert.equal(cloud.stateOf('web'), 'active - running');
  });

  test('is in error where its image is gone', () => {
    const cloud = shelved();
    cloud.unshelve('web', { isImageThere: false });
    assert.equal(cloud.stateOf('web'), 'error - shutdown');
    assert.equal(
      cloud.server('web').fault?.message,
      'Unshelve attempted but the image image of web cannot be found.',
    );
    assert.equal(lastAction(cloud), 'unshelve(Error) get_image_info@controller:Error');
  });
});

describe('ports of a shelved server', () => {
  const given = () => {
    const cloud = new ServerCloud(`cn1 ${host}\ncn2 ${host}`);
    cloud.create(['web'], { addresses: [], asked: { ports: [somePort(), somePort()] } });
    cloud.settle();
    cloud.shelve('web');
    cloud.settle();
    return cloud;
  };

  test('are kept, and bound to its new host before it is built there', () => {
    const cloud = given();
    const { ports, addresses } = cloud.server('web');
    assert.equal(ports.length, 2);
    cloud.unshelve('web');
    assert.deepEqual(works(cloud), ['rebind-ports']);
    cloud.settle();
    assert.equal(cloud.stateOf('web'), 'active - running');
    assert.deepEqual([cloud.server('web').ports, cloud.server('web').addresses], [ports, addresses]);
  });

  test('that cannot be bound leave it on its shelf, with its ports', () => {
    const cloud = given();
    cloud.unshelve('web');
    cloud.reportPorts('web', { ...failed, isOfHost: true });
    assert.equal(cloud.stateOf('web'), 'shelved_offloaded - shutdown');
    assert.deepEqual([cloud.server('web').ports.length, cloud.held('web')], [2, {}]);
    assert.match(lastAction(cloud) ?? '', /compute_unshelve_instance@\w+:Error$/);
  });

  test('are given back when it is deleted, and it is gone then', () => {
    const cloud = given();
    cloud.delete('web');
    assert.deepEqual(works(cloud), ['detach-ports']);
    cloud.settle();
    assert.notEqual(cloud.server('web').deletedAt, null);
    assert.deepEqual(cloud.imageChores(), ['discard image of web']);
  });
});

describe('deleting a server', () => {
  test('deletes the image that was made of it, wherever it is', () => {
    for (const isOffloaded of [true, false]) {
      const cloud = shelved({ isOffloaded });
      cloud.delete('web');
      cloud.settle();
      assert.notEqual(cloud.server('web').deletedAt, null);
      assert.deepEqual([cloud.held('web'), cloud.imageChores()], [{}, ['discard image of web']]);
    }
  });

  test('ends shelving and coming back at any point, with the image', () => {
    for (let steps = 0; steps < 9; steps++) {
      const cloud = running();
      cloud.shelve('web');
      for (let count = 0; count < steps; count++) {
        if (cloud.ordersOf('web').length === 0) cloud.unshelve('web');
        const [order] = cloud.ordersOf('web');
        cloud.report('web', { kind: order?.startedAt === null ? 'begun' : 'done' });
      }
      cloud.delete('web');
      cloud.settle();
      assert.notEqual(cloud.server('web').deletedAt, null);
      assert.deepEqual([cloud.held('web'), cloud.imageChores()], [{}, ['discard image of web']], `${steps}`);
    }
  });
});

describe('a server of which an administrator says meanwhile what it is', () => {
  const reset = (cloud: ServerCloud) =>
    cloud.decide({
      kind: 'reset-server-state',
      id,
      vmState: 'active',
      by: cloud.by(),
      newOrderId: cloud.newOrderId(),
      now,
    });

  test('is not shelved any further', () => {
    for (const parts of [0, 1]) {
      const cloud = running();
      cloud.shelve('web');
      for (let part = 0; part < parts; part++) step(cloud);
      cloud.report('web', { kind: 'begun' });
      reset(cloud);
      cloud.report('web', { kind: 'done' });
      assert.match(cloud.stateOf('web'), /^active -/);
      assert.deepEqual([works(cloud), cloud.imageChores()], [[], ['discard image of web']]);
    }
  });

  test('is nowhere once its host has let go of it, whatever it is said to be, and can only be deleted', () => {
    const cloud = running();
    cloud.shelve('web');
    step(cloud);
    step(cloud);
    reset(cloud);
    cloud.settle();
    assert.equal(cloud.stateOf('web'), 'active - shutdown');
    assert.deepEqual([cloud.server('web').place, cloud.held('web')], [null, {}]);
    for (const work of [{ kind: 'stop' }, { kind: 'pause' }, { kind: 'snapshot', imageId: 'i' }] as const)
      assertRefused(() => cloud.act('web', work), { kind: 'server-not-ready', id });
    assertRefused(() => cloud.shelve('web'), { kind: 'server-not-ready', id });
    cloud.delete('web');
    assert.deepEqual(cloud.imageChores(), ['discard image of web']);
  });

  test('runs where it was built nevertheless', () => {
    const cloud = shelved();
    cloud.unshelve('web');
    cloud.report('web', { kind: 'begun' });
    reset(cloud);
    cloud.report('web', { kind: 'done' });
    assert.equal(cloud.stateOf('web'), 'active - running');
    assert.deepEqual(cloud.imageChores(), ['discard image of web']);
  });
});

describe('images that nobody needs', () => {
  test('go when a snapshot fails, and older backups when one has been made', () => {
    const cloud = running();
    cloud.act('web', { kind: 'snapshot', imageId: 'copy' });
    cloud.report('web', failed);
    assert.deepEqual(cloud.imageChores(), ['discard copy']);
    cloud.act('web', { kind: 'backup', imageId: 'backup', backupType: 'daily', rotation: 2 });
    assert.equal(cloud.stateOf('web'), 'active image_backup running');
    cloud.settle();
    assert.deepEqual(cloud.imageChores(), ['discard copy', 'rotate web daily']);
    for (const chore of Array.from(cloud.compute.imageChores.values()))
      cloud.decide({ kind: 'end-image-chore', chore });
    assert.deepEqual(cloud.imageChores(), []);
  });

  test('what was asked for anew while it was done is still to be done', () => {
    const cloud = running();
    const backup = (imageId: string) => {
      cloud.act('web', { kind: 'backup', imageId, backupType: 'daily', rotation: 1 });
      cloud.settle();
    };
    backup('one');
    const [chore] = cloud.compute.imageChores.values();
    assert.ok(chore);
    const older = { ...chore, createdAt: chore.createdAt - 1 };
    assert.deepEqual(cloud.decide({ kind: 'end-image-chore', chore: older }), []);
    assert.deepEqual(cloud.imageChores(), ['rotate web daily']);
  });
});

test('a crash dump keeps a server from nothing, and does not pile up on a host that is silent', () => {
  const cloud = running();
  const at = cloud.server('web').place?.host;
  for (let count = 0; count < 3; count++) cloud.act('web', { kind: 'crash-dump' });
  assert.equal(cloud.stateOf('web'), 'active - running');
  assert.deepEqual(works(cloud), ['crash-dump']);
  cloud.settle();
  assert.equal(lastAction(cloud), `trigger_crash_dump compute_trigger_crash_dump@${at}:Success`);
});

test('a server with a volume has no image, and leaves its host at once', () => {
  const cloud = running();
  const newOrderId = 'order' as OrderId;
  cloud.decide({
    kind: 'shelve-server',
    id,
    imageId: null,
    isOffloaded: true,
    by: cloud.by(),
    newOrderId,
    now,
  });
  assert.deepEqual(works(cloud), ['offload']);
  cloud.settle();
  assert.equal(cloud.stateOf('web'), 'shelved_offloaded - shutdown');
  assert.deepEqual(cloud.server('web').shelved, { imageId: null, at: now });
});
