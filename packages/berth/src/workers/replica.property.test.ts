import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { assertProperty } from '@berth/testing/assert-property.ts';
import { Refusal } from '@berth/engine/refusals.ts';
import { arbitraryCommand, arbitraryWorldInUse } from '@berth/engine/testing/arbitrary-command.ts';
import { carryOut } from '@berth/engine/testing/carry-out.ts';
import { dumpWorld } from '@berth/engine/testing/dump-world.ts';
import { given } from '@berth/engine/testing/given.ts';
import { withRealGenerations } from '@berth/engine/testing/with-real-generations.ts';
import fc from 'fast-check';
import { changesThatMake } from '@berth/placement/testing/changes-that-make.ts';
import { ChangeSender } from './change-sender.ts';
import { Replica } from './replica.ts';
import { cloud } from '../cloud/cloud.ts';
import { PublishedNumber } from './published-number.ts';

test('a replica is the same as the world it follows, whenever it is read', () => {
  assertProperty(
    fc.property(
      arbitraryWorldInUse(),
      fc.array(fc.record({ command: arbitraryCommand(), isRead: fc.boolean() }), {
        maxLength: 20,
        size: '+1',
      }),
      (text, steps) => {
        const { port1, port2 } = new MessageChannel();
        const world = given(text);
        const published = new PublishedNumber();
        const replica = new Replica(cloud, published, port2, (reason) => assert.fail(String(reason)));
        for (const change of changesThatMake(world)) replica.load(JSON.stringify([change]));
        replica.follow(0);
        const sender = new ChangeSender(published, [port1]);
        let firstNumber = 1;
        for (const { command, isRead } of steps) {
          try {
            const { changes } = carryOut(world, withRealGenerations(world, command));
            if (changes.length > 0) sender.send({ firstNumber, changes });
            firstNumber += changes.length;
          } catch (error) {
            if (!(error instanceof Refusal)) throw error;
          }
          if (!isRead) continue;
          replica.catchUp();
          assert.equal(replica.number, firstNumber - 1);
          assert.deepEqual(dumpWorld(replica.world.placement), dumpWorld(world));
        }
        replica.catchUp();
        assert.deepEqual(dumpWorld(replica.world.placement), dumpWorld(world));
        port1.close();
      },
    ),
    100,
  );
});
