import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { debianPython, hasPythonModules } from '@berth/api-kit/auth/testing/debian-python.ts';
import { serveHttp } from '@berth/api-kit/server/http-server.ts';
import { mount } from '@berth/api-kit/mount.ts';
import { identityInProcess } from '@berth/identity/testing/identity-in-process.ts';
import { keystoneDialect } from '@berth/identity/http/dialect/keystone-dialect.ts';

test("services with Debian's keystonemiddleware believe our tokens, and no others", {
  timeout: 120_000,
}, async (t) => {
  if (!hasPythonModules(t, 'keystonemiddleware')) return;
  const { handle, make, ask, admin, roleId, tokenOf } = await identityInProcess({ realClock: true });
  const service = await make('projects', { name: 'service' });
  const glance = await make('users', { name: 'glance', password: 'secret' });
  await ask(`PUT /v3/projects/${service.id}/users/${glance.id}/roles/${roleId('service')}`, { token: admin });
  const revoked = await tokenOf('admin', { system: { all: true } });
  await ask('DELETE /v3/auth/tokens', { token: admin, headers: { 'x-subject-token': revoked } });
  const server = await serveHttp(mount([{ prefix: '/identity', handle }]), {
    host: '127.0.0.1',
    port: 0,
    renderFailure: keystoneDialect.renderFailure,
    log: { info: () => {}, error: () => {} },
  });
  t.after(() => server.close());
  const asked = {
    url: `${server.url}/identity/v3`,
    tokens: [admin, await tokenOf('admin'), `${admin}x`, admin.slice(1), revoked, 'admin', null],
  };
  const script = new URL('validate_tokens.py', import.meta.url).pathname;
  const child = spawn(debianPython, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(asked));
  const answers = JSON.parse(await text(child.stdout)) as { status: number; told: unknown }[];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 401, 401, 401, 401, 401],
  );
  assert.deepEqual(answers[0]?.told, {
    USER_NAME: 'admin',
    PROJECT_NAME: 'admin',
    ROLES: 'admin,member,reader',
    USER_DOMAIN_ID: 'default',
    IDENTITY_STATUS: 'Confirmed',
    IS_ADMIN_PROJECT: 'True',
  });
});
