import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serverIdOf } from '../testing/some-server.ts';
import { hostnameOf } from './hostname-of.ts';

const id = serverIdOf(1);

for (const [name, suffix, hostname] of [
  ['Web_1.example', '', 'web-1-example'],
  ['-x-', '', 'x'],
  ['ü', '', 'ü'],
  ['☃', '', `Server-${id}`],
  ['x'.repeat(70), '', 'x'.repeat(63)],
  ['web-', '-2', 'web-2'],
  ['..', '-2', `Server-${id}`],
  ['x'.repeat(70), '-2', `${'x'.repeat(63)}-2`],
] as const) {
  test(`the machine of ${name}${suffix} is called ${hostname}`, () => {
    assert.equal(hostnameOf(name, id, suffix), hostname);
  });
}
