import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Peer } from '../differential/exchange.ts';
import { startBerth } from './berth-process.ts';
import type { Bomb } from './bombs.ts';
import { buildWorld } from './build-world.ts';
import { Client } from './carry-out.ts';
import { requestBytes } from './request-bytes.ts';
import { sending } from './trial.ts';
import { seededWorld } from './world.ts';

export interface Blast {
  readonly name: string;
  readonly sentBytes: number;
  readonly status: string;
  /** From the last byte of the request to the end of its answer. */
  readonly ms: number;
  readonly fault: string | null;
}

/** Sends one after the other to a server that has nothing else to do, and tells how long each has kept it busy. */
export async function setOffBombs(
  bombs: readonly Bomb[],
  told: (blast: Blast) => void,
  command?: string,
): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'berth-bombs-'));
  const berth = await startBerth({
    ledger: join(directory, 'berth.db'),
    ...(command === undefined ? {} : { command }),
  });
  const peer = new Peer(berth.url);
  const client = new Client(berth.port);
  try {
    const world = seededWorld('bombs');
    await buildWorld(peer, world, { isNew: true });
    for (const { name, request } of bombs) {
      const asked = request(world);
      const bytes = requestBytes(asked);
      const { method, target } = asked;
      const trial = sending(name, bytes, {
        kind: 'answers',
        asked: [{ method, target, accept: 'whatever' }],
      });
      const { statuses, ms, fault } = await client.carryOut(trial);
      told({ name, sentBytes: bytes.length, status: statuses.join(), ms, fault });
    }
  } finally {
    client.close();
    peer.close();
    await berth.kill();
    await rm(directory, { recursive: true });
  }
}
