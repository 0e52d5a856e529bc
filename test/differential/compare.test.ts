import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare } from './compare.ts';
import { type Answer, ask } from './exchange.ts';

const request = ask('GET', '/resource_providers', 39);
const where = (a: Answer, b: Answer, of = request): string[] =>
  compare(of, a, b).map((difference) => difference.where);

function answer(body: unknown, { status = 200, headers = {} } = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json', 'x-openstack-request-id': 'req-1', ...headers },
    text: JSON.stringify(body),
  };
}

function refusal(detail: string, id = 'req-1'): Answer {
  return answer({ errors: [{ status: 400, title: 'Bad Request', detail, request_id: id }] }, { status: 400 });
}

test('lists without a promised order are equal in any order', () => {
  const provider = { uuid: 'p', traits: ['A', 'B'], aggregates: ['x', 'y'] };
  const turned = { aggregates: ['y', 'x'], traits: ['B', 'A'], uuid: 'p' };
  assert.deepEqual(
    where(
      answer({ resource_providers: [provider, { uuid: 'q' }] }),
      answer({ resource_providers: [{ uuid: 'q' }, turned] }),
    ),
    [],
  );
});

test('a member that only one side has is a difference, also when it is there twice', () => {
  assert.deepEqual(where(answer({ traits: ['A', 'B'] }), answer({ traits: ['A'] })), ['body.traits[]']);
  assert.deepEqual(where(answer({ traits: ['A', 'A'] }), answer({ traits: ['A', 'B'] })), ['body.traits[]']);
});

test('a list with an order must keep it', () => {
  assert.deepEqual(where(answer({ links: ['a', 'b'] }), answer({ links: ['b', 'a'] })), [
    'body.links.0',
    'body.links.1',
  ]);
});

test('the providers of a mapping have no order', () => {
  const candidate = (providers: string[]): Answer =>
    answer({ allocation_requests: [{ mappings: { _A: providers } }] });
  assert.deepEqual(where(candidate(['p', 'q']), candidate(['q', 'p'])), []);
});

test('another number, a missing key and an extra key are differences', () => {
  assert.deepEqual(where(answer({ generation: 1 }), answer({ generation: 2 })), ['body.generation']);
  assert.deepEqual(where(answer({ a: 1, b: 2 }), answer({ a: 1, c: 3 })), ['body.b', 'body.c']);
});

test('with another status only the status is reported', () => {
  assert.deepEqual(where(answer({}), refusal('no')), ['status']);
});

test('the request id of an error does not count, its text does', () => {
  assert.deepEqual(where(refusal('no', 'req-1'), refusal('no', 'req-2')), []);
  assert.deepEqual(where(refusal('no'), refusal('No')), ['body.errors.0.detail']);
});

test('an error without a request id differs from one with it', () => {
  const without = answer({ errors: [{ status: 400, title: 'Bad Request', detail: 'no' }] }, { status: 400 });
  assert.deepEqual(where(refusal('no'), without), ['body.errors.0.request_id']);
});

test('names listed from a set may come in any order, but must be the same', () => {
  assert.deepEqual(where(refusal('No such trait A, B  '), refusal('No such trait B, A  ')), []);
  assert.deepEqual(where(refusal('No such trait A, B  '), refusal('No such trait A, C  ')), [
    'body.errors.0.detail',
  ]);
});

test('of several bad aggregates any may be named, but only one that was given', () => {
  const asked = ask('GET', '/resource_providers?member_of=in:nope,neither', 39);
  const text = (name: string): Answer =>
    refusal(`Expected 'member_of' parameter to contain valid UUID(s). Got: ${name}  `);
  assert.deepEqual(where(text('nope'), text('neither'), asked), []);
  assert.deepEqual(where(text('nope'), text('other'), asked), ['body.errors.0.detail']);
});

test('headers of the API are compared, times only for being there', () => {
  const dated = (value: string): Answer => answer({}, { headers: { 'last-modified': value } });
  assert.deepEqual(where(dated('Mon'), dated('Tue')), []);
  assert.deepEqual(where(dated('Mon'), answer({})), ['header last-modified']);
  assert.deepEqual(where(answer({}, { headers: { vary: 'a' } }), answer({})), ['header vary']);
  assert.deepEqual(
    where(answer({}), answer({}, { headers: { 'content-type': 'application/json; charset=utf-8' } })),
    ['header content-type'],
  );
});

test('a location may name another host, not another path', () => {
  const at = (location: string): Answer => answer({}, { headers: { location } });
  assert.deepEqual(where(at('http://127.0.0.1:1/x'), at('http://127.0.0.1:2/x')), []);
  assert.deepEqual(where(at('http://127.0.0.1:1/x'), at('http://127.0.0.1:1/y')), ['header location']);
  assert.deepEqual(where(at('http://127.0.0.1:1/x'), at('/x')), ['header location']);
});

test('a uuid that the server made up is not compared, one that was given is', () => {
  const made = (uuid: string): Answer =>
    answer({ uuid }, { headers: { location: `http://h/resource_providers/${uuid}` } });
  assert.deepEqual(where(made('u1'), made('u2'), ask('POST', '/resource_providers', 39, { name: 'x' })), []);
  const named = ask('POST', '/resource_providers', 39, { name: 'x', uuid: 'u1' });
  assert.deepEqual(where(made('u1'), made('u2'), named), ['header location', 'body.uuid']);
});
