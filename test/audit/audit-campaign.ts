import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HttpTransport } from '@berth/client/http-transport.ts';
import { fixedToken } from '@berth/client/token-source.ts';
import { startNova } from '@berth/compute/testing/nova-manner/original-nova.ts';
import { Prng } from '@berth/testing/prng.ts';
import { Maker } from '../compute/reads/fleet.ts';
import { Peer } from '../differential/exchange.ts';
import { startBerth } from '../malformed/berth-process.ts';
import { runBerthIn } from '../moving/run-berth.ts';
import { auditDamages } from './audit-damages.ts';
import { makeWorld } from './audited-world.ts';
import { healServers } from './heal-servers.ts';
import { mirrorAggregates } from './mirror-aggregates.ts';
import { novaManage } from './original-tools.ts';
import type { JsonAudit, Scene } from './scene.ts';

export interface AuditCampaign {
  readonly servers: number;
  readonly damages: number;
  readonly seed: string;
  /** Whether Nova has its own Placement, and not ours. */
  readonly hasOriginalPlacement?: boolean;
  readonly print: (text: string) => void;
}

/**
 * A real Nova on a Berth's Placement: what is done to allocations behind its back is found by `berth audit`, all of it and nothing else, and
 * what the original's own tool finds is among it; after the repair all is as before, and the original's tool finds nothing. The same with
 * servers that are to be healed, and aggregates that are to be mirrored.
 */
export async function auditCampaign(campaign: AuditCampaign): Promise<void> {
  const { servers, damages: count, seed, print, hasOriginalPlacement = false } = campaign;
  await using cleaning = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'berth-audit-'));
  cleaning.defer(() => rm(directory, { recursive: true, force: true }));
  const berth = await startBerth({ ledger: join(directory, 'berth.db') });
  cleaning.defer(async () => void (await berth.kill()));
  const options = ['--driver', 'FakeDriver', '--hosts', '4'];
  const nova = await startNova({ ...(hasOriginalPlacement ? {} : { placementUrl: berth.url }), options });
  const { placementUrl } = nova;
  cleaning.defer(() => nova.stop());
  const peer = new Peer(nova.url);
  cleaning.defer(() => peer.close());
  const placement = new HttpTransport({
    service: 'placement',
    url: placementUrl,
    tokens: fixedToken('admin'),
  });
  cleaning.defer(() => placement.close());
  const maker = new Maker(peer);
  const where = ['--compute-url', nova.url, '--placement-url', placementUrl, '--json'];
  const scene: Scene = {
    maker,
    placement,
    print,
    ours: async (command, ...args) => {
      const { code, printed, complaints } = await runBerthIn(
        { OS_TOKEN: 'admin' },
        command,
        ...where,
        ...args,
      );
      assert.ok(printed !== '', complaints);
      return { code, said: JSON.parse(printed) as JsonAudit };
    },
    original: (...args) => novaManage(maker, { directory, placementUrl }, args),
  };
  const world = await makeWorld(maker, servers);
  await auditDamages(scene, world, { count, random: new Prng(seed) });
  await healServers(scene, world);
  await mirrorAggregates(scene);
}
