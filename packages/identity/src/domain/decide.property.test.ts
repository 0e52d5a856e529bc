import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import { afterAllCases } from '@berth/testing/random-cases.ts';
import fc from 'fast-check';
import { identityDomain } from '../domain.ts';
import { identityContradictions } from '../records/contradictions-in.ts';
import { arbitraryIdentityCommands } from '../testing/arbitrary-identity-command.ts';
import { decideOrRefuse } from '../testing/decide-or-refuse.ts';
import { dumpIdentity } from '../testing/dump-identity.ts';
import { IdentityState } from './identity-state.ts';
import { nouns } from './nouns.ts';
import { revocationsMax } from './tokens/change-tokens.ts';

const arbitraryCommands = arbitraryIdentityCommands(40);

test('whatever is decided can be undone, and deciding alone changes nothing', () => {
  const seen = new Set<string>();
  assertProperty(
    fc.property(arbitraryCommands, (commands) => {
      const state = new IdentityState();
      for (const command of commands) {
        const before = dumpIdentity(state);
        const changes = decideOrRefuse(state, command);
        assert.deepEqual(dumpIdentity(state), before);
        const inverses = changes.map((change) => identityDomain.apply(state, change));
        for (const inverse of inverses.toReversed()) identityDomain.apply(state, inverse);
        assert.deepEqual(dumpIdentity(state), before);
        for (const change of changes) {
          identityDomain.apply(state, change);
          seen.add(change.kind);
          assert.ok(identityDomain.weightOf(change) >= 1);
        }
      }
    }),
    600,
  );
  const kinds = nouns.flatMap((noun) => [`${noun}-set`, `${noun}-removed`]);
  const missing = kinds.filter((kind) => !seen.has(kind));
  afterAllCases(() => assert.deepEqual(missing, [], 'every kind of change came up'));
});

test('whatever is asked for, things refer to what is there, no two have one name, and what is kept of tokens is bounded', () => {
  assertProperty(
    fc.property(arbitraryCommands, (commands) => {
      const state = new IdentityState();
      for (const command of commands) {
        for (const change of decideOrRefuse(state, command)) identityDomain.apply(state, change);
      }
      assert.deepEqual([...identityContradictions(state)], []);
      assert.ok(state.revocations.size <= revocationsMax * state.users.size);
    }),
    500,
  );
});
