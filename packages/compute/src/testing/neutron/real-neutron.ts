import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { TestContext } from 'node:test';
import { debianPython, hasPythonModules } from '@berth/api-kit/auth/testing/debian-python.ts';

/** Whether it can run here; where it cannot, the test is skipped with the reason. */
export function hasNeutron(t: TestContext): boolean {
  return hasPythonModules(t, 'neutron', 'eventlet');
}

/** Debian's Neutron, on an empty database of its own. Tokens say who shows them: `admin`, USER:PROJECT, USER:PROJECT:ROLE. */
export interface RealNeutron extends AsyncDisposable {
  readonly url: string;
  /** Asks it as an administrator, or as somebody else; fails where it says no. */
  // What an answer has in it, each test knows for itself.
  // oxlint-disable-next-line no-explicit-any
  ask(request: string, body?: unknown, token?: string): Promise<any>;
  /** A network of a project, with addresses. */
  network(name: string, project: string, options?: NetworkOptions): Promise<string>;
}

export interface NetworkOptions {
  readonly cidr?: string;
  readonly isShared?: boolean;
  readonly isExternal?: boolean;
  /** Without one, nobody gets an address. */
  readonly hasSubnet?: boolean;
}

export async function realNeutron(): Promise<RealNeutron> {
  await using cleanUp = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'real-neutron-'));
  cleanUp.defer(() => rm(directory, { recursive: true }));
  const script = new URL('serve_neutron.py', import.meta.url).pathname;
  const server = spawn(debianPython, [script, directory], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], PYTHONDONTWRITEBYTECODE: '1' },
  });
  const exited = once(server, 'exit');
  cleanUp.defer(async () => {
    server.stdin.end();
    await exited;
  });
  let complaints = '';
  server.stderr.on('data', (chunk) => {
    complaints = `${complaints}${String(chunk)}`.slice(-10_000);
  });
  const { value: port } = await createInterface(server.stdout)[Symbol.asyncIterator]().next();
  if (port === undefined) {
    await exited;
    assert.fail(`Neutron did not start: ${complaints}`);
  }
  const url = `http://127.0.0.1:${port}`;

  const ask: RealNeutron['ask'] = async (request, body, token = 'admin') => {
    const [method = '', path = ''] = request.split(' ');
    const response = await fetch(`${url}/v2.0${path}`, {
      method,
      headers: { 'x-auth-token': token, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    assert.ok(response.ok, `${request}: ${response.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
  const owned = cleanUp.move();
  return {
    url,
    ask,
    async network(name, project, options = {}) {
      const { cidr = '10.9.0.0/24', isShared = false, isExternal = false, hasSubnet = true } = options;
      const asked = { name, tenant_id: project, shared: isShared, 'router:external': isExternal };
      const { network } = await ask('POST /networks', { network: asked });
      const ip_version = cidr.includes(':') ? 6 : 4;
      const subnet = { network_id: network.id, tenant_id: project, cidr, ip_version };
      if (hasSubnet) await ask('POST /subnets', { subnet });
      return network.id as string;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
