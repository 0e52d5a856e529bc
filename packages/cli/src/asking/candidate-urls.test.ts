import assert from 'node:assert/strict';
import { test } from 'node:test';
import { candidateUrls, discoveryUrl } from './candidate-urls.ts';

test('a service is looked for where it was said to be, and then where Berth has it', () => {
  assert.deepEqual(candidateUrls('placement', 'http://h:8778/'), [
    'http://h:8778',
    'http://h:8778/placement',
  ]);
  assert.deepEqual(candidateUrls('placement', 'http://h/x/compute/v2.1'), [
    'http://h/x/compute/v2.1',
    'http://h/x/placement',
  ]);
  assert.deepEqual(candidateUrls('compute', 'http://h:8774/v2.1'), [
    'http://h:8774/v2.1',
    'http://h:8774/v2.1/v2.1',
    'http://h:8774/v2.1/compute/v2.1',
  ]);
  assert.deepEqual(candidateUrls('compute', 'http://h/placement'), [
    'http://h/placement',
    'http://h/placement/v2.1',
    'http://h/compute/v2.1',
  ]);
});

test('compute tells of its versions where no project is in the path', () => {
  assert.equal(discoveryUrl('compute', 'http://h/v2.1/0123abcd'), 'http://h/v2.1');
  assert.equal(discoveryUrl('compute', 'http://h/compute/v2.1'), 'http://h/compute/v2.1');
  assert.equal(discoveryUrl('placement', 'http://h/v2/x'), 'http://h/v2/x');
});
