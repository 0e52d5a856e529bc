import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { debianPython, hasPythonModules } from '@berth/api-kit/auth/testing/debian-python.ts';
import { freePort } from '@berth/api-kit/testing/free-port.ts';
import { started } from './started.ts';

const run = promisify(execFile);

test("openstacksdk's create_server(wait=True) keeps its server, and an image of it is waited for", {
  timeout: 300_000,
}, async (t) => {
  if (!hasPythonModules(t, 'openstack')) return;
  const port = await freePort();
  const serveCloud = join(import.meta.dirname, '../../.ci/serve-cloud');
  await started(t, serveCloud, port, [], { HARNESS_AUTH: 'identity' });
  const script = join(import.meta.dirname, 'create_server.py');
  const { stdout } = await run(debianPython, [script, `http://127.0.0.1:${port}`]);
  const { server, ...rest } = JSON.parse(stdout);
  assert.match(server.address, /^10\.0\.0\.\d+$/);
  assert.deepEqual(
    [server.status, rest],
    ['ACTIVE', { image: 'active', on_network: ['private'], left: ['one'] }],
  );
});
