import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KeepExplanation } from '@berth/compute-engine/decisions/keep-explanation.ts';
import { ServerCloud } from '@berth/compute-engine/testing/server-cloud.ts';
import { createRequest } from '@berth/compute-engine/testing/some-server-request.ts';
import { DecisionExplainer } from './decision-explainer.ts';

/** A clock that goes on by a millisecond whenever it is looked at, so that explaining takes a while. */
function explaining(cloud: ServerCloud, keep = async (_command: KeepExplanation) => {}) {
  let time = 0;
  const kept: KeepExplanation[] = [];
  const told: string[] = [];
  const log = (_fields: unknown, text?: string) => void told.push(text ?? '');
  const explainer = new DecisionExplainer({
    world: () => cloud.placement,
    keep: async (command) => {
      kept.push(command);
      await keep(command);
    },
    explainer: { clock: () => time++, changeNumber: () => 0 },
    log: { info: log, warn: log } as ConstructorParameters<typeof DecisionExplainer>[0]['log'], // The rest of a log is not used.
  });
  return {
    kept,
    told,
    note: (...names: readonly string[]) =>
      explainer.note(cloud.decide(createRequest(names, { by: cloud.by() }))),
    wait: (ms: number) => {
      time += ms;
    },
  };
}

const small = 'cn1 VCPU:8 MEMORY_MB:256 DISK_GB:100';

test('servers for which there is no room are explained together', async () => {
  const cloud = new ServerCloud(small);
  const { kept, told, note } = explaining(cloud);
  await note('a', 'b');
  assert.deepEqual(kept[0]?.ids, ['a', 'b']);
  assert.match(kept[0]?.explanation ?? '', /^no candidates at 1 tree; /);
  assert.match(told[0] ?? '', /^no host: no candidates at 1 tree; /);
  assert.ok(kept[0]);
  assert.equal(cloud.decide(kept[0]).length, 2);
});

test('where there is room nothing is explained', async () => {
  const { kept, note } = explaining(new ServerCloud('cn1 VCPU:8 MEMORY_MB:2560 DISK_GB:100'));
  await note('a');
  assert.deepEqual(kept, []);
});

test('of many in a short time one is explained', async () => {
  const { kept, note, wait } = explaining(new ServerCloud(small));
  await Promise.all([note('a'), note('b')]);
  await note('c');
  assert.equal(kept.length, 1);
  wait(100_000);
  await note('d');
  assert.deepEqual(
    kept.map(({ ids }) => ids),
    [['a'], ['d']],
  );
});

test('what cannot be kept is told, and ends nothing', async () => {
  const { kept, told, note, wait } = explaining(new ServerCloud(small), () =>
    Promise.reject(new Error('full')),
  );
  await note('a');
  assert.equal(told.at(-1), 'why there is no host could not be kept');
  wait(100_000);
  await note('b');
  assert.equal(kept.length, 2);
});
