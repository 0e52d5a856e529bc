import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { ServerCloud } from '@berth/compute-engine/testing/server-cloud.ts';
import { doImageChores } from './do-image-chores.ts';
import { type ImageStore, ImagesUnavailable, ImageUnwanted } from './images.ts';

const everyMs = 1_000;

/** A server whose snapshot could not be made, and one of which a backup was. */
function given() {
  const cloud = new ServerCloud('cn1 VCPU:8 MEMORY_MB:8192 DISK_GB:100');
  cloud.create(['web']);
  cloud.settle();
  cloud.act('web', { kind: 'snapshot', imageId: 'copy' });
  cloud.report('web', { kind: 'failed', message: 'no', details: '' });
  cloud.act('web', { kind: 'backup', imageId: 'new', backupType: 'daily', rotation: 1 });
  cloud.settle();
  return cloud;
}

function running(
  cloud: ServerCloud,
  discard: ImageStore['discard'],
  change: Partial<Parameters<typeof doImageChores>[0]> = {},
) {
  const ended = new AbortController();
  const trouble: unknown[] = [];
  const givenUp: string[] = [];
  doImageChores({
    cloud: () => cloud,
    commit: async (command) => cloud.decide(command),
    leadership: { isLeading: () => true, ended: ended.signal },
    store: {
      begin: async () => assert.fail('nothing is begun'),
      discard,
      backupsLike: async () => ['new', 'old', 'older'],
      locationOf: (id) => id,
    },
    bearer: { get: async () => 'token', getOtherThan: async () => 'other' },
    everyMs,
    pauseMaxMs: 60_000,
    onTrouble: (reason) => trouble.push(reason),
    onGivenUp: (_reason, { id }) => givenUp.push(id),
    ...change,
  });
  return { trouble, givenUp, stop: () => ended.abort() };
}

/** The clock moves on, and what is due is done. */
async function tick(ms = everyMs): Promise<void> {
  mock.timers.tick(ms);
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}

test('images that nobody needs are deleted, and of backups those that are too many', async () => {
  mock.timers.enable({ apis: ['setInterval'] });
  try {
    const cloud = given();
    const discarded: string[] = [];
    const { stop } = running(cloud, async (id) => void discarded.push(id));
    await tick();
    assert.deepEqual(discarded, ['copy', 'old', 'older']);
    assert.deepEqual(cloud.imageChores(), []);
    stop();
  } finally {
    mock.timers.reset();
  }
});

test('while the service is away nothing is lost, and it is asked less and less often', async () => {
  mock.timers.enable({ apis: ['setInterval'] });
  const clock = mock.method(performance, 'now', () => elapsedMs);
  let elapsedMs = 0;
  try {
    const cloud = given();
    let asked = 0;
    const { trouble, stop } = running(cloud, async () => {
      asked++;
      throw new ImagesUnavailable('away');
    });
    for (let second = 0; second < 20; second++) {
      elapsedMs += everyMs;
      await tick();
    }
    assert.ok(asked >= 4 && asked <= 6, `it was asked ${asked} times`);
    assert.equal(trouble.length, asked);
    assert.deepEqual(cloud.imageChores(), ['discard copy', 'rotate web daily']);
    stop();
  } finally {
    clock.mock.restore();
    mock.timers.reset();
  }
});

test('what never works comes last, and keeps nothing else from being done', async () => {
  mock.timers.enable({ apis: ['setInterval'] });
  const clock = mock.method(performance, 'now', () => elapsedMs);
  let elapsedMs = 0;
  try {
    const cloud = given();
    const { stop } = running(cloud, async (id) => {
      if (id === 'copy') throw new ImagesUnavailable('longer than it may be');
    });
    for (let second = 0; second < 5; second++) {
      elapsedMs += everyMs;
      await tick();
    }
    assert.deepEqual(cloud.imageChores(), ['discard copy']);
    stop();
  } finally {
    clock.mock.restore();
    mock.timers.reset();
  }
});

test('what the service refuses is told, and given up; a token that has ended is replaced', async () => {
  mock.timers.enable({ apis: ['setInterval'] });
  try {
    const cloud = given();
    const tokens: string[] = [];
    const { givenUp, stop } = running(cloud, async (id, token) => {
      tokens.push(token);
      if (token === 'token') throw new ImageUnwanted(401, 'who are you');
      if (id === 'copy') throw new ImageUnwanted(403, 'no');
    });
    await tick();
    assert.deepEqual(givenUp, ['discard copy']);
    assert.deepEqual(tokens.slice(0, 2), ['token', 'other']);
    assert.deepEqual(cloud.imageChores(), []);
    stop();
  } finally {
    mock.timers.reset();
  }
});

test('whoever does not lead does nothing', async () => {
  mock.timers.enable({ apis: ['setInterval'] });
  try {
    const cloud = given();
    const leadership = { isLeading: () => false, ended: new AbortController().signal };
    running(cloud, async () => assert.fail('it does not lead'), { leadership });
    await tick();
    assert.equal(cloud.imageChores().length, 2);
  } finally {
    mock.timers.reset();
  }
});
