import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@berth/api-kit/testing/free-port.ts';
import { Prng } from '@berth/testing/prng.ts';
import { seed } from '@berth/testing/random-cases.ts';
import { Killable } from './testing/killable.ts';
import { PatientClient, type SeenServer } from './testing/patient-client.ts';

const hosts = ['host1', 'host2'];
const serverCount = 12;
const imageId = '11111111-1111-4111-8111-111111111111';
const waitMs = 300_000;
const killsMax = 10;

/** What can be done with a server that runs, and how it runs again: each with what it is afterwards. */
const turns = [
  [
    ['stop', { 'os-stop': null }, 'SHUTOFF'],
    ['start', { 'os-start': null }, 'ACTIVE'],
  ],
  [
    ['pause', { pause: null }, 'PAUSED'],
    ['unpause', { unpause: null }, 'ACTIVE'],
  ],
  [
    ['suspend', { suspend: null }, 'SUSPENDED'],
    ['resume', { resume: null }, 'ACTIVE'],
  ],
] as const;

test('whatever is killed while servers are worked on, each reaches its state, and nothing is done out of turn', {
  timeout: 400_000,
}, async (t) => {
  const { client, service, agents, machinesOf, doneOn } = await running(t);
  const prng = new Prng(`${seed()} crashes`);
  const over = new AbortController();
  const killing = killSome(service, agents, prng, over.signal);
  const lives = Array.from({ length: serverCount }, (_, index) =>
    lifeOf(client, `vm${index}`, new Prng(`${seed()} ${index}`)),
  );
  let wanted: readonly Life[];
  try {
    wanted = await Promise.all(lives);
  } finally {
    over.abort();
    await killing;
  }

  const kills = [service, ...agents].map((each) => each.kills);
  t.diagnostic(`killed: the service ${kills[0]} times, the agents ${kills[1]} and ${kills[2]} times`);
  assert.ok(kills.reduce((sum, each) => sum + each, 0) > 3);
  assert.ok(service.kills > 1);
  for (const { id, works, isGone, status } of wanted) {
    const done = hosts.map((host) => doneOn(host, id)).find((each) => each.length > 0) ?? [];
    assert.deepEqual(withoutRepetitions(done), works, `what was done with ${id}`);
    const found = hosts.map((host) => machinesOf(host).get(id)).filter((state) => state !== undefined);
    assert.deepEqual(
      found,
      isGone ? [] : [status === 'ACTIVE' ? 'running' : 'shutdown'],
      `the machine of ${id}`,
    );
  }
});

/** The service and one of the agents in turn, each in the middle of what it does. */
async function killSome(
  service: Killable,
  agents: readonly Killable[],
  prng: Prng,
  over: AbortSignal,
): Promise<void> {
  for (let count = 0; count < killsMax && !over.aborted; count++) {
    const victim = count % 2 === 0 ? service : prng.pick(agents);
    // On a machine that is busy, one that is killed too soon would never do anything.
    await victim.ready(over);
    await pause(prng.between(100, 1_500));
    await victim.kill();
    if (prng.chance(0.3)) await pause(prng.below(500));
    victim.start();
  }
}

interface Life {
  readonly id: string;
  /** What was to be done with it, in turn. */
  readonly works: readonly string[];
  readonly status: string;
  readonly isGone: boolean;
}

/** A server is made, gets something to do, and is deleted, or left stopped. */
async function lifeOf(client: PatientClient, name: string, prng: Prng): Promise<Life> {
  const id = await client.create(name, imageId);
  const is = (status: string) => (server: SeenServer | null) =>
    server?.status === status && server.task === null;
  await client.until(id, is('ACTIVE'));
  const works = ['build'];
  for (let round = prng.between(3, 6); round > 0; round--) {
    for (const [work, body, status] of prng.pick(turns)) {
      await client.act(id, body, is(status));
      works.push(work);
    }
  }
  if (prng.chance(0.5)) {
    await client.remove(id);
    return { id, works: [...works, 'destroy'], status: 'DELETED', isGone: true };
  }
  const isOff = prng.chance(0.5);
  if (isOff) await client.act(id, { 'os-stop': null }, is('SHUTOFF'));
  return {
    id,
    works: isOff ? [...works, 'stop'] : works,
    status: isOff ? 'SHUTOFF' : 'ACTIVE',
    isGone: false,
  };
}

/** What was interrupted is done again, in its turn. */
function withoutRepetitions(works: readonly string[]): readonly string[] {
  return works.filter((work, index) => work !== works[index - 1]);
}

async function running(t: TestContext) {
  const directory = mkdtempSync(join(tmpdir(), 'berth-compute-crashes-'));
  mkdirSync(join(directory, 'images'));
  writeFileSync(
    join(directory, 'images', `${imageId}.json`),
    JSON.stringify({
      id: imageId,
      name: 'cirros',
      status: 'active',
      disk_format: 'raw',
      container_format: 'bare',
    }),
  );
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const service = new Killable(
    [
      'serve',
      '--port',
      `${port}`,
      '--ledger',
      join(directory, 'cloud.db'),
      '--auth-strategy',
      'named',
      '--image-directory',
      join(directory, 'images'),
      '--access-log=false',
    ],
    {},
    join(directory, 'service.log'),
  );
  const driver = fileURLToPath(new URL('./testing/recording-driver', import.meta.url));
  const agents = hosts.map((host) => {
    const options = 'build-delay=150,work-delay=50';
    return new Killable(
      [
        'host',
        'run',
        '--compute-host',
        '--driver',
        driver,
        '--driver-options',
        options,
        '--node-name',
        host,
        '--state-directory',
        join(directory, host),
        '--placement-url',
        url,
        '--shutdown-grace',
        '1s',
      ],
      { OS_AUTH_TYPE: 'admin_token', OS_ENDPOINT: url, OS_TOKEN: `${host}:service:host` },
      join(directory, `${host}.log`),
    );
  });
  const all = [service, ...agents];
  t.after(async () => {
    await Promise.all(all.map((each) => each.stop()));
    rmSync(directory, { recursive: true });
  });
  for (const each of all) each.start();
  const client = new PatientClient(`${url}/compute/v2.1`, 'admin', waitMs);
  await client.makeFlavor();
  await untilThere(url, hosts.length);
  return {
    client,
    service,
    agents,
    machinesOf: (host: string) => machinesIn(join(directory, host, 'machines')),
    doneOn: (host: string, id: string) => linesOf(join(directory, host, 'done'), id),
  };
}

/** Servers can go to as many hosts. */
async function untilThere(url: string, count: number): Promise<void> {
  const asked = `${url}/allocation_candidates?resources=VCPU:1`;
  const headers = { 'x-auth-token': 'admin', 'openstack-api-version': 'placement 1.39' };
  for (const endMs = performance.now() + 30_000; ; await pause(50)) {
    const answer = await fetch(asked, { headers });
    const { allocation_requests: found } = (await answer.json()) as { allocation_requests: unknown[] };
    if (found.length === count) return;
    assert.ok(performance.now() < endMs, 'the hosts are not there');
  }
}

function machinesIn(directory: string): ReadonlyMap<string, string> {
  const names = readdirSync(directory).filter((name) => name.endsWith('.json'));
  return new Map(
    names.map((name) => {
      const { powerState } = JSON.parse(readFileSync(join(directory, name), 'utf8')) as {
        powerState: string;
      };
      return [name.slice(0, -'.json'.length), powerState];
    }),
  );
}

function linesOf(file: string, id: string): readonly string[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line) => (line.startsWith(`${id} `) ? [line.slice(id.length + 1)] : []));
}
