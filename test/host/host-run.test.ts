import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { serveHttp } from '@berth/api-kit/server/http-server.ts';
import { createLog } from '@berth/berth/log/log.ts';
import { renderFailure } from '@berth/berth/serving/render-failure.ts';
import { DirectTransport } from '@berth/client/direct-transport.ts';
import { scriptedServer } from '@berth/client/testing/scripted-server.ts';
import type { Transport } from '@berth/client/transport.ts';
import { childUuid } from '@berth/host/drivers/child-uuid.ts';
import { ReportClient } from '@berth/host/report-client/report-client.ts';
import { type OpenedBerth, openedBerth } from '../client/opened-berth.ts';
import { claim, heldBy } from './testing/host-fixture.ts';

// The program as its users have it: a process of its own.

const bin = fileURLToPath(new URL('../../bin/berth', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'berth-host-run-'));
const children: ChildProcess[] = [];
after(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(directory, { recursive: true });
});

let berth: OpenedBerth;
let transport: Transport;
before(async () => {
  berth = await openedBerth();
  transport = new DirectTransport(berth.handle, { service: 'placement' });
});
after(() => berth[Symbol.asyncDispose]());

describe('berth host run', () => {
  test('waits for a Placement that is not there yet, and then reports to it', async () => {
    const busy = await scriptedServer([{ status: 503, body: 'not now' }]);
    const { port } = busy;
    const { child, ended, said, health } = await hostRun('waiting', ['--placement-url', busy.url]);
    await until(() => said('Placement could not be brought up to date'));
    assert.equal((await fetch(`${health()}/healthcheck`)).status, 503);
    assert.match(String(said('Placement could not be brought up to date')?.['reason']), /503 not now/);

    await busy[Symbol.asyncDispose]();
    const log = createLog({ logLevel: 'silent', logFormat: 'json' }, { write: () => {}, isTerminal: false });
    const placement = await serveHttp(berth.handle, { host: '127.0.0.1', port, renderFailure, log });
    await until(() => said('ready'));
    const healthy = await fetch(`${health()}/healthcheck`);
    assert.deepEqual([healthy.status, await healthy.text()], [200, 'OK']);
    const metrics = await (await fetch(`${health()}/metrics`)).text();
    assert.match(metrics, /^berth_host_up_to_date 1$/m);
    assert.match(metrics, /^berth_host_passes_total\{result="failed"\} [1-9]/m);
    assert.equal((await fetch(`${health()}/resource_providers`)).status, 404);

    child.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
    assert.ok(said('stopped'));
    await placement.close();
  });

  test('reads settings and provider configuration again after SIGHUP, and looks at the host at once', async () => {
    const place = join(directory, 'hangup');
    mkdirSync(join(place, 'config'), { recursive: true });
    const write = (name: string, text: string) => writeFileSync(join(place, name), text);
    write('berth.yaml', 'host:\n  disabled: false\n');
    const args = ['--config', join(place, 'berth.yaml'), '--provider-config', join(place, 'config')];
    const { child, ended, said, root } = await hostRun('hangup', args);
    await until(() => said('ready'));

    write('berth.yaml', 'host:\n  disabled: true\n');
    write('config/rack.yaml', config('CUSTOM_LICENSE: {total: 3}'));
    child.kill('SIGHUP');
    await until(async () => (await root())?.traits.has('COMPUTE_STATUS_DISABLED'));
    assert.equal((await root())?.inventory['CUSTOM_LICENSE']?.total, 3);

    write('config/rack.yaml', config('CUSTOM_LICENSE: {total: many}'));
    child.kill('SIGHUP');
    await until(() => said('could not be read again, and stay as they were'));
    assert.match(
      String(said('could not be read again, and stay as they were')?.['problems']),
      /rack\.yaml:6:\d+: /,
    );
    child.kill('SIGINT');
    assert.deepEqual(await ended, [0, null]);
    assert.equal((await root())?.inventory['CUSTOM_LICENSE']?.total, 3);
  });

  test('goes on where the log file cannot be opened anew after SIGHUP', async () => {
    const logs = join(directory, 'logs');
    mkdirSync(logs);
    const { child, ended } = await hostRun('logging', ['--log-file', join(logs, 'host.log')]);
    const logged = (place: string) => readFileSync(join(place, 'host.log'), 'utf8');
    await until(() => existsSync(join(logs, 'host.log')) && logged(logs).includes('"ready"'));
    renameSync(logs, `${logs}-moved`);
    child.kill('SIGHUP');
    await until(() => logged(`${logs}-moved`).includes('read again'));
    assert.match(logged(`${logs}-moved`), /"the log file could not be opened anew, and is written on"/);
    child.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
  });

  test('moves what consumers hold when it is started with another shape', async () => {
    const first = await hostRun('reshape', ['--driver-options', 'shape=gpu-v1']);
    await until(() => first.said('ready'));
    first.child.kill('SIGTERM');
    await first.ended;
    const { uuid = '' } = (await first.root()) ?? {};
    const consumer = await claim(transport, { [uuid]: { VCPU: 1, VGPU: 2 } });

    const { child, ended, said } = await hostRun('reshape', ['--driver-options', 'shape=gpu-v2']);
    await until(() => said('ready'));
    assert.equal(said('reshape begun')?.['moving'], 1);
    assert.equal(said('reshape done')?.['moved'], 1);
    const gpu = childUuid(uuid, 'reshape_gpu0');
    assert.deepEqual(await heldBy(transport, consumer), { [uuid]: { VCPU: 1 }, [gpu]: { VGPU: 2 } });
    child.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
  });

  test('ends with status 1 where a start would fail again, and says what to do', async () => {
    const first = await hostRun('no-room', ['--driver-options', 'shape=gpu-v1']);
    await until(() => first.said('ready'));
    first.child.kill('SIGTERM');
    await first.ended;
    const { uuid = '' } = (await first.root()) ?? {};
    await claim(transport, { [uuid]: { VGPU: 9 } });
    const { ended, said } = await hostRun('no-room', ['--driver-options', 'shape=gpu-v2,gpus=1']);
    assert.deepEqual(await ended, [1, null]);
    assert.match(String(said('the host cannot start')?.['reason']), /VGPU/);
    assert.match(
      String(said('the host cannot start')?.['advice']),
      /All of it moves, or nothing\. .*start again/,
    );
  });

  test('ends with status 1 where another process works for the same host, and not where that was killed', async () => {
    const first = await hostRun('twice', []);
    await until(() => first.said('ready'));
    const second = await hostRun('twice', []);
    assert.deepEqual(await second.ended, [1, null]);
    const { reason, advice } = second.said('the host cannot start') ?? {};
    assert.match(String(reason), new RegExp(`process ${first.child.pid} works for this host already`));
    assert.match(String(advice), /state directory/);
    assert.equal(second.said('starting'), undefined);

    first.child.kill('SIGKILL');
    await first.ended;
    const third = await hostRun('twice', []);
    await until(() => third.said('ready'));
    third.child.kill('SIGTERM');
    assert.deepEqual(await third.ended, [0, null]);
    assert.deepEqual(readdirSync(join(directory, 'twice')), ['compute_id']);
  });

  test('ends well also where the driver does not', async () => {
    const driver = join(directory, 'stuck-driver');
    mkdirSync(driver);
    const drivers = { stuck: './stuck.js' };
    writeFileSync(
      join(driver, 'package.json'),
      JSON.stringify({ name: 'stuck', type: 'module', berth: { drivers } }),
    );
    writeFileSync(
      join(driver, 'stuck.js'),
      `export const createDriver = ({ tools, options }) => ({
        nodes: async () => [{ uuid: tools.nodeUuid(), name: options.name }],
        updateProviderTree: () => {},
        capabilityTraits: () => new Map(),
        close: () => new Promise(() => {}),
      });`,
    );
    const { child, ended, said, complaints } = await hostRun('stuck', ['--driver', driver]);
    await until(() => said('ready'));
    child.kill('SIGTERM');
    assert.deepEqual([...(await ended), complaints()], [0, null, '']);
  });

  test('ends with status 2 where settings are wrong, and nothing is tried', async () => {
    for (const args of [
      ['--driver', 'nobody'],
      ['--driver-options', 'shape=round'],
      ['--update-interval', 'often'],
      ['--placement-url', 'ftp://x'],
    ]) {
      const { ended, complaints, root } = await hostRun('wrong', args);
      assert.deepEqual(await ended, [2, null]);
      assert.match(complaints(), /^berth: .*\n(.*\n)*See berth host run --help\.\n$/);
      assert.equal(await root(), null);
    }
  });
});

function config(inventory: string): string {
  return `meta:
  schema_version: '1.0'
providers:
- identification: {uuid: $COMPUTE_NODE}
  inventories:
    additional: [${inventory}]
`;
}

/** A host of this name, with a state directory of its own, that has begun. */
async function hostRun(name: string, args: readonly string[]) {
  const given = ['--driver', 'fake', '--node-name', name, '--state-directory', join(directory, name)];
  const child = spawn(
    bin,
    ['host', 'run', ...given, '--health-port', '0', '--placement-url', berth.url, ...args],
    {
      env: { ...process.env, OS_TOKEN: 'admin' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  children.push(child);
  const told = { out: '', error: '' };
  child.stdout.on('data', (chunk) => (told.out += String(chunk)));
  child.stderr.on('data', (chunk) => (told.error += String(chunk)));
  const ended = once(child, 'close') as Promise<[number | null, string | null]>;
  const lines = () =>
    told.out
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const said = (text: string) => lines().find(({ msg }) => msg === text);
  const root = async () => {
    const { json } = await transport.send({ method: 'GET', path: `/resource_providers?name=${name}` });
    const [found] = (json as { resource_providers: { uuid: string }[] }).resource_providers;
    if (found === undefined) return null;
    return (await new ReportClient(transport).getProviderTreeAndEnsureRoot(found.uuid, name)).data(
      found.uuid,
    );
  };
  return {
    child,
    ended,
    said,
    root,
    complaints: () => told.error,
    health: () => String(said('starting')?.['health']),
  };
}

/** Looks again and again until something is the case. */
async function until(look: () => unknown): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await look())) {
    assert.ok(Date.now() < deadline, `not within a minute: ${look.toString()}`);
    await pause(50);
  }
}
