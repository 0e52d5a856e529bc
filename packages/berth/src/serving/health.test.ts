import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyBody } from '@berth/api-kit/request.ts';
import { textOf } from '@berth/api-kit/response.ts';
import { answerHealthcheck } from './health.ts';

test('a service that can serve says OK', () => {
  const answer = check({});
  assert.equal(answer.status, 200);
  assert.equal(answer.headers['content-type'], 'text/plain; charset=UTF-8');
  assert.equal(answer.body, 'OK');
});

test('a service that cannot serve says why', () => {
  const answer = check({ healthProblems: ['the ledger is closed', 'the disk is full'] });
  assert.equal(answer.status, 503);
  assert.equal(answer.body, 'the ledger is closed\nthe disk is full');
});

test('whoever likes JSON better gets JSON', () => {
  for (const accept of [
    'application/json',
    'text/plain;q=0.5, application/json',
    'application/*, text/*;q=0.1',
  ]) {
    const answer = check({ accept });
    assert.equal(answer.headers['content-type'], 'application/json; charset=UTF-8', accept);
    assert.deepEqual(JSON.parse(textOf(answer.body)), { detailed: false, reasons: ['OK'] });
  }
  const answer = check({ accept: 'application/json', healthProblems: ['no'] });
  assert.deepEqual(JSON.parse(textOf(answer.body)), { detailed: false, reasons: ['no'] });
  assert.equal(answer.status, 503);
});

test('whoever likes both, neither or nonsense gets text', () => {
  for (const accept of [
    '*/*',
    'text/html',
    'application/json, text/plain',
    'application/json;q=0',
    ';;,',
    '',
  ]) {
    assert.equal(check({ accept }).headers['content-type'], 'text/plain; charset=UTF-8', accept);
  }
});

test('HEAD gets the status alone', () => {
  assert.deepEqual(check({ method: 'HEAD' }), { status: 204, headers: {}, body: null });
  assert.equal(check({ method: 'HEAD', healthProblems: ['no'] }).status, 503);
});

function check({
  method = 'GET',
  accept,
  healthProblems = [],
}: {
  readonly method?: string;
  readonly accept?: string;
  readonly healthProblems?: readonly string[];
}) {
  return answerHealthcheck(
    {
      method,
      target: '/healthcheck',
      headers: { accept },
      body: emptyBody,
      origin: 'http://h',
      remoteAddress: '127.0.0.1',
    },
    healthProblems,
  );
}
