import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyBody } from '@berth/api-kit/request.ts';
import { isForHosts, toldLeader } from './is-for-hosts.ts';

function told(target: string, method = 'GET'): string | null {
  const request = { method, target, headers: {}, body: emptyBody, origin: '', remoteAddress: '' };
  return toldLeader(request)?.target ?? null;
}

test('what agents of hosts ask for is below one path', () => {
  assert.ok(isForHosts({ target: '/berth/v1/hosts/host1/orders' }));
  assert.ok(!isForHosts({ target: '/berth/v1/hosts' }));
  assert.ok(!isForHosts({ target: '/berth/v1/changes' }));
});

test('the leader is told of hosts that ask, and never has them wait', () => {
  const path = '/berth/v1/hosts/host1/orders';
  assert.equal(told(`${path}?agent=a&wait=25&held=1%2C2`), `${path}?agent=a&held=1%2C2`);
  assert.equal(told(`${path}?w%61it=25&agent=a&wait=1&wait`), `${path}?agent=a`);
  assert.equal(told(path), `${path}?`);
  assert.equal(
    told('/placement/berth/v1/hosts/host1/servers?agent=a'),
    '/placement/berth/v1/hosts/host1/servers?agent=a',
  );
  for (const other of ['/berth/v1/hosts/host1', `${path}/1`, '/berth/v1/changes', '/servers', `/?${path}`]) {
    assert.equal(told(other), null, other);
  }
  assert.equal(told(path, 'POST'), null);
});

test('the leader answers what only hosts can tell', () => {
  for (const path of [
    '/os-hypervisors/1/uptime',
    '/os-hypervisors/detail?limit=1',
    '/aa-11/os-hypervisors/1',
    '/servers/1/diagnostics',
  ]) {
    assert.equal(told(`/compute/v2.1${path}`), `/compute/v2.1${path}`);
  }
  for (const other of [
    '/os-hypervisors',
    '/os-hypervisors?limit=1',
    '/servers',
    '/servers/os-hypervisors/1',
  ]) {
    assert.equal(told(`/compute/v2.1${other}`), null, other);
  }
});
