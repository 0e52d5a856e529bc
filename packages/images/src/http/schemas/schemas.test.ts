import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showSchemas } from './schemas.ts';

// openstacksdk takes what it finds under this name for a schema, and fails on a truth value.
test('what a schema says of other properties is a schema, or nothing', () => {
  for (const shown of showSchemas) {
    const { body } = shown.run({} as never, undefined, undefined) as { body: string };
    const { additionalProperties: others } = JSON.parse(body);
    assert.ok(others === undefined || typeof others === 'object', shown.route);
  }
});
