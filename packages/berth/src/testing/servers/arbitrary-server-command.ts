import { now } from '@berth/engine/testing/instants.ts';
import { className, consumerId, id } from '@berth/engine/testing/names.ts';
import fc from 'fast-check';
import type { ServerCommand } from './server-commands.ts';

/**
 * Commands for worlds of `arbitraryWorldInUse`, about few servers, some of whose ids commands of `arbitraryCommand` claim for, too:
 * so that they meet, and about half of them are refused, by the one part or by the other.
 */
export function arbitraryServerCommand(): fc.Arbitrary<ServerCommand> {
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('create-server' as const),
        id: arbitraryServer,
        name: arbitraryName,
        projectId: fc.constantFrom('project', 'other'),
        userId: fc.constant('user'),
        hostId: fc.constantFrom('x0', 'x0', 'x1', 'p0').map(id),
        resources: arbitraryResources,
        now: fc.constant(now),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('rename-server' as const),
        id: arbitraryServer,
        name: arbitraryName,
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete-server' as const), id: arbitraryServer }) },
  );
}

const arbitraryServer = fc.constantFrom('s0', 's1', 's2', 'c0').map(consumerId);
const arbitraryName = fc.constantFrom('web', 'db', 'Käse 🧀');
const arbitraryResources = fc.constantFrom(
  new Map([[className('VCPU'), 1]]),
  new Map([
    [className('VCPU'), 2],
    [className('CUSTOM_X'), 1],
  ]),
  new Map([[className('VCPU'), 9]]),
);
