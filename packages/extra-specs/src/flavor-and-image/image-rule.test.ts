import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Problem } from '../problem.ts';
import { answerTo, type ImageRule, refusalStatus } from './image-rule.ts';

function problem(rule: ImageRule): Problem {
  return { key: 'a', value: 'b', rule, severity: 'error', text: 'The reason.', suggestion: null };
}

describe('the answer to a problem', () => {
  test('is status 400 and the reason', () => {
    assert.deepEqual(answerTo(problem('flavor-memory-too-small'), 'create'), {
      status: 400,
      message: 'The reason.',
    });
  });

  test('is status 403 where it is a question of what one may', () => {
    const forbidden = Object.entries(refusalStatus).filter(([, status]) => status === 403);
    assert.deepEqual(
      forbidden.map(([rule]) => rule),
      ['boot-from-volume-required-for-zero-disk-flavor', 'image-pci-numa-policy-forbidden'],
    );
  });

  test('does not say much on some resizes', () => {
    assert.equal(answerTo(problem('invalid-cpu-set'), 'resize')?.message, 'Invalid instance image.');
    assert.equal(answerTo(problem('invalid-cpu-set'), 'create')?.message, 'The reason.');
    assert.equal(answerTo(problem('invalid-request'), 'resize')?.message, 'The reason.');
  });

  test('is none where it is noticed too late', () => {
    assert.equal(answerTo(problem('tpm-version-conflict'), 'create'), null);
  });
});
