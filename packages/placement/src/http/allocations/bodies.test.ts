import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertBadRequest } from '../../testing/assert-http-error.ts';
import { type Version, versions } from '../versions.ts';
import { putAllocationsBody } from './bodies.ts';

function assertTold(version: Version, body: unknown, told: RegExp): void {
  const read = putAllocationsBody.at(versions.indexOf(version));
  assert(read);
  assertBadRequest(() => read(Buffer.from(JSON.stringify(body))), told);
}

const unknown = /^JSON does not validate: Additional properties are not allowed \('x' was unexpected\)\n/;
const missing = (name: string) => new RegExp(`^JSON does not validate: '${name}' is a required property\n`);

test('in lists, what is unknown is told before what is missing in the provider alone', () => {
  for (const version of ['1.0', '1.11'] as const) {
    const owner = version === '1.0' ? {} : { project_id: 'p', user_id: 'u' };
    const provider = { resource_provider: { x: 1 }, resources: { VCPU: 1 } };
    assertTold(version, { allocations: [provider], ...owner }, unknown);
    assertTold(version, { allocations: [{ x: 1 }], ...owner }, missing('resource_provider'));
    assertTold(version, { x: 1, ...owner }, missing('allocations'));
  }
});

test('in maps, what is unknown is told before what is missing in the whole, and after it in an allocation', () => {
  const provider = '11111111-2222-4333-8444-555555555555';
  for (const version of ['1.12', '1.38'] as const) {
    const given = { project_id: 'p', user_id: 'u', consumer_generation: null, consumer_type: 'X' };
    const owner = version === '1.12' ? { project_id: 'p', user_id: 'u' } : given;
    assertTold(version, { x: 1, ...owner }, unknown);
    assertTold(version, { allocations: { [provider]: { x: 1 } }, ...owner }, missing('resources'));
  }
});
