import assert from 'node:assert/strict';
import type { Difference } from '../differential/body-differences.ts';
import type { Answer, Request } from '../differential/exchange.ts';
import { compare } from '../compute/compare.ts';
import { explainedDifferences } from '../compute/explained.ts';

export type Ask = (request: Request) => Promise<Answer>;

/** A request with who asks, at which version. */
export function asked(path: string, token: string, version: string): Request {
  return {
    method: 'GET',
    path: `/v2.1${path}`,
    headers: { 'x-auth-token': token, 'openstack-api-version': `compute ${version}` },
  };
}

/** Those at which servers, and what is imported with them, are shown in another way. */
const seams = ['2.1', '2.3', '2.16', '2.26', '2.47', '2.73', '2.93'];
const newest = '2.93';
const owners = ['alice:aa', 'bob:bb', 'carol:cc'];

/** The requests that together show all that is imported: lists at many versions, and everything by itself at the newest. */
export async function* everyNovaGet(original: Ask): AsyncGenerator<Request> {
  const read = async <Body>(path: string): Promise<Body> => {
    const { status, text } = await original(asked(path, 'admin', newest));
    assert.equal(status, 200, `${path}: ${text}`);
    return JSON.parse(text) as Body;
  };
  for (const version of seams) {
    for (const query of [
      '?all_tenants=1',
      '?all_tenants=1&changes-since=2000',
      '?all_tenants=1&deleted=true',
    ]) {
      yield asked(`/servers/detail${query}`, 'admin', version);
    }
    for (const owner of owners) {
      yield asked('/servers/detail', owner, version);
      yield asked('/servers/detail?changes-since=2000', owner, version);
    }
  }
  const { servers } = await read<{ servers: readonly { id: string; status: string; tenant_id: string }[] }>(
    '/servers/detail?all_tenants=1&changes-since=2000',
  );
  for (const { id, status, tenant_id: project } of servers) {
    const owner = owners.find((each) => each.endsWith(`:${project}`)) ?? 'admin';
    if (status !== 'DELETED') {
      for (const token of new Set(['admin', owner])) yield asked(`/servers/${id}`, token, newest);
    }
    const { instanceActions: actions } = await read<{ instanceActions: readonly { request_id: string }[] }>(
      `/servers/${id}/os-instance-actions`,
    );
    yield asked(`/servers/${id}/os-instance-actions`, owner, newest);
    for (const action of actions) {
      yield asked(`/servers/${id}/os-instance-actions/${action.request_id}`, 'admin', newest);
    }
  }
  for (const version of ['2.1', '2.55', newest]) {
    yield asked('/flavors/detail?is_public=None', 'admin', version);
    yield asked('/os-server-groups?all_projects=1', 'admin', version);
    for (const owner of owners) {
      const [user = '', project = ''] = owner.split(':');
      yield asked('/flavors/detail', owner, version);
      yield asked('/os-server-groups', owner, version);
      yield asked('/limits', owner, version);
      yield asked('/os-keypairs', owner, version);
      yield asked(`/os-quota-sets/${project}`, 'admin', version);
      yield asked(`/os-quota-sets/${project}?user_id=${user}`, 'admin', version);
    }
    yield asked('/os-quota-class-sets/default', 'admin', version);
    yield asked('/os-aggregates', 'admin', version);
    yield asked('/os-availability-zone', 'admin', version);
    yield asked('/os-keypairs/key%20ali', 'alice:aa', version);
  }
  yield asked('/flavors/private/os-flavor-access', 'admin', newest);
}

/** Where the answers to all of these differ, but for what docs/differences.md explains. */
export async function novaDifferences(
  original: Ask,
  ours: Ask,
): Promise<{ readonly requests: number; readonly differences: readonly NovaDifference[] }> {
  const differences: NovaDifference[] = [];
  let requests = 0;
  for await (const request of everyNovaGet(original)) {
    requests++;
    const [one, other] = [await original(request), await ours(request)];
    assert.ok(one.status < 500, `${request.path}: ${one.text}`);
    for (const difference of compare(one, other)) {
      const found = { request, original: one, ours: other, difference };
      if (explainedDifferences.some((each) => each.matches(found))) continue;
      const { 'openstack-api-version': version, 'x-auth-token': token } = request.headers;
      differences.push({ ...difference, request: `${version} ${token} GET ${request.path}` });
    }
  }
  return { requests, differences };
}

export interface NovaDifference extends Difference {
  readonly request: string;
}
