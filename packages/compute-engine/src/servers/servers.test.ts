import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeOn, serverIdOf, someServer } from '../testing/some-server.ts';
import { Servers } from './servers.ts';

function numbersIn(list: { from(): Iterable<{ readonly number: number }> }): number[] {
  return Array.from(list.from(), ({ number }) => number);
}

test('servers are listed the newest first, of all projects and of each', () => {
  const servers = new Servers();
  servers.put(someServer({ id: serverIdOf(2), number: 1, createdAt: 10, projectId: 'a' }));
  servers.put(someServer({ id: serverIdOf(1), number: 2, createdAt: 10, projectId: 'b' }));
  servers.put(someServer({ id: serverIdOf(3), number: 3, createdAt: 20, projectId: 'a' }));
  assert.deepEqual(numbersIn(servers.listsOf(null).live.byCreation), [3, 2, 1]);
  assert.deepEqual(numbersIn(servers.listsOf('a').live.byCreation), [3, 1]);
  assert.deepEqual(numbersIn(servers.listsOf('nobody').live.byCreation), []);
});

test('one that is deleted is listed among the deleted, and is on no host any more', () => {
  const servers = new Servers();
  servers.put(someServer());
  assert.equal([...servers.onHost('h1')].length, 1);
  servers.put(someServer({ deletedAt: 5, updatedAt: 5 }));
  assert.deepEqual([...servers.onHost('h1')], []);
  const { live, deleted } = servers.listsOf('p');
  assert.deepEqual([live.byCreation.size, live.byUpdate.size], [0, 0]);
  assert.deepEqual([deleted.byCreation.size, deleted.byUpdate.size], [1, 1]);
  servers.remove(serverIdOf(1));
  assert.equal(servers.listsOf(null).deleted.byCreation.size, 0);
});

test('one of which nothing has changed yet is not among those that have', () => {
  const servers = new Servers();
  servers.put(someServer({ updatedAt: null }));
  assert.equal(servers.listsOf(null).live.byUpdate.size, 0);
  servers.put(someServer({ updatedAt: 7 }));
  assert.equal(servers.listsOf(null).live.byUpdate.size, 1);
});

test('servers share what is equal in them, and say what they were told', () => {
  const servers = new Servers();
  const made = [1, 2].map((number) => {
    const server = someServer({
      id: serverIdOf(number),
      number,
      tags: ['a'],
      key: { name: 'k', publicKey: 'x' },
      place: placeOn('h'),
    });
    servers.put(server);
    return server;
  });
  const [first, second] = [servers.get(serverIdOf(1)), servers.get(serverIdOf(2))];
  assert.deepEqual([first, second], made);
  assert.equal(first?.flavor, second?.flavor);
  assert.equal(first?.image, second?.image);
  assert.equal(first?.place, second?.place);
  assert.equal(first?.key, second?.key);
});
