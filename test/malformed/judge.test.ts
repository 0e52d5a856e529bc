import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultOf } from './judge.ts';
import type { WireAnswer } from './wire.ts';

const requestId = 'req-00000000-0000-4000-8000-000000000000';
const get = { method: 'GET', target: '/', accept: undefined };

test('an error in the form of the service is right', () => {
  assert.equal(faultOf(error(400, {}), get), null);
  assert.equal(faultOf(error(404, { code: 'placement.x' }, 'placement 1.23'), get), null);
});

test('no failure of the server is right, whatever its form', () => {
  for (const status of [500, 501, 503]) assert.match(String(faultOf(error(status, {}), get)), /failed/);
});

test('an answer without a request id, or with two different ones, is wrong', () => {
  assert.match(String(faultOf({ ...error(400, {}), headers: new Map() }, get)), /request id/);
  assert.match(String(faultOf(error(400, { request_id: 'req-x' }), get)), /another request id/);
});

test('an error that is no JSON, or has not all of its members, is wrong', () => {
  const answer = error(400, {});
  assert.match(String(faultOf({ ...answer, body: Buffer.from('{"errors":[') }, get)), /no JSON/);
  assert.match(String(faultOf({ ...answer, body: Buffer.of(0x22, 0xff, 0x22) }, get)), /no JSON/);
  assert.match(String(faultOf({ ...answer, body: Buffer.from('{}') }, get)), /form of an error/);
  assert.match(String(faultOf(error(400, { detail: 1 }), get)), /detail/);
  assert.match(String(faultOf(error(400, { status: 404 }), get)), /says 404/);
});

test('a code is there from 1.23 on, and not before', () => {
  assert.match(String(faultOf(error(400, {}, 'placement 1.39'), get)), /code undefined/);
  assert.match(String(faultOf(error(400, { code: 'x' }, 'placement 1.22'), get)), /code x/);
});

test('a page is right only for who asked for one', () => {
  const answer = { ...error(400, {}), body: Buffer.from('<html></html>') };
  const page = withHeader(answer, 'content-type', 'text/html; charset=UTF-8');
  assert.equal(faultOf(page, { ...get, accept: 'text/html' }), null);
  assert.match(String(faultOf(page, get)), /asked for/);
});

test('a success with a body that is no JSON is wrong', () => {
  const answer = { ...error(400, {}), status: 200 };
  assert.equal(faultOf({ ...answer, body: Buffer.from('{}') }, get), null);
  assert.match(String(faultOf({ ...answer, body: Buffer.from('{"a":\n') }, get)), /no JSON/);
});

function error(status: number, members: object, version?: string): WireAnswer {
  const body = { errors: [{ status, title: 'T', detail: 'd', request_id: requestId, ...members }] };
  return {
    status,
    headers: new Map([
      ['content-type', 'application/json'],
      ['x-openstack-request-id', requestId],
      ...(version === undefined ? [] : [['openstack-api-version', version] as const]),
    ]),
    body: Buffer.from(JSON.stringify(body)),
  };
}

function withHeader(answer: WireAnswer, name: string, value: string): WireAnswer {
  return { ...answer, headers: new Map([...answer.headers, [name, value]]) };
}
