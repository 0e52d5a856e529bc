import assert from 'node:assert/strict';
import type { Maker } from '../compute/reads/fleet.ts';

/** Servers of a running Nova whose allocations are as they should be. */
export interface AuditedWorld {
  /** Active ones, on hosts, to which anything may be done. */
  readonly servers: readonly PlacedServer[];
  /** Migrations that have ended. */
  readonly endedMigrations: readonly string[];
}

export interface PlacedServer {
  readonly id: string;
  readonly host: string;
}

const flavors = [
  { id: 'small', name: 'smallest', vcpus: 1, ram: 64, disk: 1 },
  { id: 'disks', name: 'disks', vcpus: 2, ram: 128, disk: 2, 'OS-FLV-EXT-DATA:ephemeral': 3, swap: 1025 },
  { id: 'said', name: 'said', vcpus: 4, ram: 256, disk: 1 },
  { id: 'huge', name: 'huge', vcpus: 100_000, ram: 64, disk: 1 },
];

/**
 * Makes as many servers as are wanted, of several flavors, and some in every state in which allocations are not simply those of the flavor
 * on the host: resized and not confirmed, moved, shelved, without a host, deleted and to be restored.
 */
export async function makeWorld(maker: Maker, count: number): Promise<AuditedWorld> {
  for (const flavor of flavors) await maker.ask('POST /flavors', { body: { flavor } });
  const extraSpecs = { 'resources:VCPU': '3', 'resources:DISK_GB': '5' };
  await maker.ask('POST /flavors/said/os-extra_specs', { body: { extra_specs: extraSpecs } });
  for (const project of ['aa', 'bb', 'admin']) {
    const unlimited = { instances: -1, cores: -1, ram: -1 };
    await maker.ask(`PUT /os-quota-sets/${project}`, { body: { quota_set: unlimited } });
  }
  await maker.ask('POST /_oracle/config', { body: { 'DEFAULT.reclaim_instance_interval': 86_400 } });
  const servers: PlacedServer[] = [];
  for (let number = 0; number < count; number += 1) {
    const flavor = ['small', 'disks', 'said'][number % 3] ?? 'small';
    const token = ['alice:aa', 'bob:bb', 'admin'][number % 3];
    const id = await boot(maker, flavor, { token, isVolumeBacked: number === 3 });
    servers.push({ id, host: await hostOf(maker, id) });
  }
  await makeOddities(maker);
  const { migrations } = (await maker.ask('GET /os-migrations')) as {
    migrations: readonly { readonly uuid: string; readonly status: string }[];
  };
  const endedMigrations = migrations.filter(({ status }) => status === 'confirmed').map(({ uuid }) => uuid);
  assert.ok(endedMigrations.length > 0);
  return { servers, endedMigrations };
}

async function makeOddities(maker: Maker): Promise<void> {
  const act = async (id: string, ...actions: readonly object[]) => {
    for (const body of actions) {
      await maker.ask(`POST /servers/${id}/action`, { body });
      await maker.settle();
    }
  };
  const resize = { resize: { flavorRef: 'disks' } };
  await act(await boot(maker, 'small'), resize);
  await act(await boot(maker, 'small'), resize, { confirmResize: null });
  await act(await boot(maker, 'small'), resize, { revertResize: null });
  await act(await boot(maker, 'small'), { migrate: null }, { confirmResize: null });
  await act(await boot(maker, 'disks'), { 'os-migrateLive': { host: null, block_migration: 'auto' } });
  await act(await boot(maker, 'small'), { shelve: null });
  await act(await boot(maker, 'small'), { 'os-stop': null });
  await act(await boot(maker, 'small'), { 'os-resetState': { state: 'error' } });
  const restorable = await boot(maker, 'small');
  await maker.ask(`DELETE /servers/${restorable}`);
  await boot(maker, 'huge');
  await maker.settle();
}

/** A volume that the stand-in of Cinder has. */
const volume = '6ca404f3-d844-4169-bb96-bc792f37de98';

async function boot(
  maker: Maker,
  flavorRef: string,
  { token = 'admin', isVolumeBacked = false }: { token?: string | undefined; isVolumeBacked?: boolean } = {},
): Promise<string> {
  const { images } = (await maker.ask('GET /_oracle/images')) as { images: readonly { id: string }[] };
  const root = { boot_index: 0, uuid: volume, source_type: 'volume', destination_type: 'volume' };
  const server = {
    name: `of ${flavorRef}`,
    flavorRef,
    networks: 'none',
    ...(isVolumeBacked ? { block_device_mapping_v2: [root] } : { imageRef: images[0]?.id }),
  };
  const made = (await maker.ask('POST /servers', { token, body: { server } })) as { server: { id: string } };
  await maker.settle();
  return made.server.id;
}

async function hostOf(maker: Maker, id: string): Promise<string> {
  const { server } = (await maker.ask(`GET /servers/${id}`)) as { server: Record<string, unknown> };
  assert.equal(server['status'], 'ACTIVE');
  return String(server['OS-EXT-SRV-ATTR:host']);
}
