import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import type { Change } from '@berth/engine/changes.ts';
import type { TraitName } from '@berth/engine/ids.ts';
import { ChangeSender } from './change-sender.ts';
import { Replica } from './replica.ts';
import { cloud } from '../cloud/cloud.ts';
import { PublishedNumber } from './published-number.ts';

function added(name: string): Change {
  return { kind: 'trait-added', trait: { name: name as TraitName, createdAt: 0 } };
}

/** A leader and one who follows it from change 5 on, at which there is the trait A. */
function following(t: TestContext) {
  const { port1, port2 } = new MessageChannel();
  t.after(() => port1.close());
  const published = new PublishedNumber();
  published.publish(5);
  const failures: unknown[] = [];
  // As another thread has it: only the memory is shared.
  const replica = new Replica(cloud, new PublishedNumber(published.memory), port2, (reason) =>
    failures.push(reason),
  );
  replica.load(JSON.stringify([added('A')]));
  replica.follow(5);
  const sender = new ChangeSender(published, [port1]);
  const traits = () => [...replica.world.placement.traits.keys()].join('');
  return { published, sender, replica, port: port1, traits, failures };
}

/** Until what was posted before has been delivered. */
async function delivered(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
}

test('a replica that has caught up shows all that was sent, without waiting for anything', (t) => {
  const { sender, replica, traits } = following(t);
  sender.send({ firstNumber: 6, changes: [added('B'), added('C')] });
  sender.send({ firstNumber: 8, changes: [added('D')] });
  assert.equal(traits(), 'A');
  replica.catchUp();
  assert.equal(traits(), 'ABCD');
  assert.equal(replica.number, 8);
  replica.catchUp();
  assert.equal(traits(), 'ABCD');
});

test('a replica that nobody reads keeps up', async (t) => {
  const { sender, replica, traits } = following(t);
  for (let number = 6; number < 9; number++)
    sender.send({ firstNumber: number, changes: [added(`${number}`)] });
  await delivered();
  assert.equal(traits(), 'A678');
  assert.equal(replica.number, 8);
});

test('whoever wants to know is told when there is something new, until they do not', async (t) => {
  const { sender, replica } = following(t);
  let told = 0;
  const stop = replica.onNews(() => told++);
  replica.catchUp();
  assert.equal(told, 0);
  sender.send({ firstNumber: 6, changes: [added('B')] });
  replica.catchUp();
  assert.equal(told, 1);
  sender.send({ firstNumber: 7, changes: [added('C')] });
  await delivered();
  assert.equal(told, 2);
  stop();
  sender.send({ firstNumber: 8, changes: [added('D')] });
  replica.catchUp();
  assert.equal(told, 2);
});

test('what has come is not shown before it is published: others may not have it yet', async (t) => {
  const { published, sender, replica, port, traits } = following(t);
  port.postMessage({ firstNumber: 6, changes: JSON.stringify([added('B')]) });
  await delivered();
  replica.catchUp();
  assert.equal(traits(), 'A');
  published.publish(6);
  replica.catchUp();
  assert.equal(traits(), 'AB');
  port.postMessage({ firstNumber: 7, changes: JSON.stringify([added('C')]) });
  await delivered();
  assert.equal(traits(), 'AB');
  // Some has come by itself and some is still in the port; it is one sequence.
  sender.send({ firstNumber: 8, changes: [added('D')] });
  replica.catchUp();
  assert.equal(traits(), 'ABCD');
});

test('what was published just after it came is shown though nobody asks, and whoever waits for news is told', async (t) => {
  const { published, replica, port, traits } = following(t);
  const news: number[] = [];
  const leave = replica.onNews(() => news.push(replica.number));
  port.postMessage({ firstNumber: 6, changes: JSON.stringify([added('B')]) });
  await delivered();
  assert.deepEqual(news, []);
  published.publish(6);
  await delivered();
  assert.equal(traits(), 'AB');
  assert.deepEqual(news, [6]);
  leave();
});

test('numbers have room for more than 32 bits', (t) => {
  const { published } = following(t);
  const number = 2 ** 52 + 1;
  published.publish(number);
  assert.equal(published.newest, number);
});

test('a gap is a mistake, after which nothing is shown', async (t) => {
  const { sender, replica, failures } = following(t);
  sender.send({ firstNumber: 7, changes: [added('C')] });
  assert.throws(() => replica.catchUp(), /without gaps/);
  assert.throws(() => replica.catchUp(), /without gaps/);
  assert.equal(failures.length, 1);
});

test('a change that cannot be applied is a mistake, after which nothing is shown', (t) => {
  const { sender, replica, failures } = following(t);
  sender.send({ firstNumber: 6, changes: [{ kind: 'trait-removed', name: 'NOBODY' as TraitName }] });
  assert.throws(() => replica.catchUp(), /a removed trait was known/);
  assert.throws(() => replica.catchUp(), /a removed trait was known/);
  assert.equal(failures.length, 1);
});
