import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serviceAnswer } from '@berth/client/service-answer.ts';
import { ServiceError } from '@berth/client/service-error.ts';
import { Unreachable } from '@berth/client/transport.ts';
import { CommandFailure } from '../../command/command-failure.ts';
import type { Step } from '../step.ts';
import { applyPlan } from './apply-plan.ts';

const steps: readonly Step[] = ['A', 'B', 'C'].map((name) => ({ kind: 'create-trait', name }));

async function linesOf(
  carryOut: (step: Step) => Promise<void>,
  isStopped = () => false,
): Promise<readonly string[]> {
  try {
    await applyPlan(steps, { carryOut, progress: () => {}, isStopped });
  } catch (error) {
    if (error instanceof CommandFailure) return error.lines;
    throw error;
  }
  return [];
}

const failingAt = (name: string, error: Error) => async (step: Step) => {
  if (step.kind === 'create-trait' && step.name === name) throw error;
};

test('the first failure ends it, and it is told what was done and what was not', async () => {
  const answer = serviceAnswer(
    403,
    { 'content-type': 'application/json', 'x-openstack-request-id': 'req-1' },
    JSON.stringify({ errors: [{ detail: 'Not allowed.' }] }),
  );
  const refusal = new ServiceError({ method: 'PUT', path: '/traits/B' }, answer);
  assert.deepEqual(await linesOf(failingAt('B', refusal)), [
    '+ trait B: Not allowed. (HTTP 403) (Request-ID: req-1)',
    'Done: 1 change.',
    '  + trait A',
    'Not done: 2 changes.',
    '  + trait B',
    '  + trait C',
    'Once the reason is gone, the same command does the rest.',
  ]);
});

test('where there is no answer, nobody knows whether it was done', async () => {
  const lines = await linesOf(failingAt('A', new Unreachable('it is gone', { isUnsent: false })));
  assert.deepEqual(lines.slice(0, 2), ['+ trait A: it is gone', 'Done: nothing.']);
  assert.match(lines.at(-2) ?? '', /^There was no answer to the first of these: it may have been done/);
});

test('whoever wants it to end is heard between two steps', async () => {
  let count = 0;
  const lines = await linesOf(
    async () => {
      count += 1;
    },
    () => count === 2,
  );
  assert.deepEqual([lines[0], lines[1], count], ['It was asked to stop.', 'Done: 2 changes.', 2]);
});

test('what is a bug is not told as a failure', async () => {
  await assert.rejects(linesOf(failingAt('A', new TypeError('a bug'))), TypeError);
});
