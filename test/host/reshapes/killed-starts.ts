import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Prng } from '@berth/testing/prng.ts';
import type { CampaignHost } from './campaign-host.ts';
import type { Death, Epitaph } from './dying-transport.ts';
import type { StartOrder, StartReport } from './start-host.ts';
import type { Troubles } from './troubles.ts';

const program = fileURLToPath(new URL('start-host.ts', import.meta.url));

/** How often a host is killed at most in one round. */
const deathsMax = 3;
/** Of those, how many at the one request that counts most; the others at any. */
const atTheReshape = 0.3;
/** A start sends at least so many requests, and one more for each child that it makes. */
const requestsLeast = 4;
const delayMaxMs = 60;

/** Starts a host in processes of its own, which are killed, until one has come to a good end. */
export async function killedStarts(
  url: string,
  { stateDirectory, after }: CampaignHost,
  prng: Prng,
): Promise<Troubles> {
  const troubles = new Map<string, number>();
  const deaths = drawDeaths(prng, requestsLeast + Number(after['gpus'] ?? 0));
  for (let starts = 1; ; starts += 1) {
    const { report, epitaph } = await startProcess({
      url,
      stateDirectory,
      options: after,
      death: deaths.pop() ?? null,
    });
    if (report !== null) {
      assert.ok(starts > 1, 'nobody was killed');
      return { starts, ...report, troubles };
    }
    const name = `${epitaph?.when} ${epitaph?.request}`;
    troubles.set(name, (troubles.get(name) ?? 0) + 1);
  }
}

function drawDeaths(prng: Prng, requests: number): Death[] {
  return Array.from({ length: prng.between(1, deathsMax) }, () => ({
    at: prng.chance(atTheReshape) ? 'the reshape' : prng.between(1, requests),
    when: prng.pick(['before', 'during', 'after'] as const),
    delayMs: prng.below(delayMaxMs),
  }));
}

type Ended =
  | { readonly report: StartReport; readonly epitaph: null }
  | { readonly report: null; readonly epitaph: Epitaph };

async function startProcess(order: StartOrder): Promise<Ended> {
  const child = spawn(process.execPath, [program, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // There are many of them, and all read the same files.
    env: { ...process.env, NODE_COMPILE_CACHE: join(order.stateDirectory, '../compile-cache') },
  });
  const closed = once(child, 'close');
  const [said, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code, signal] = (await closed) as [number | null, NodeJS.Signals | null];
  if (code === 0) return { report: JSON.parse(said) as StartReport, epitaph: null };
  if (signal === 'SIGKILL' && order.death !== null) {
    return { report: null, epitaph: JSON.parse(said) as Epitaph };
  }
  // Nothing is wrong but that the process dies, so no start may fail for another reason.
  throw new Error(`a start ended with ${code ?? signal}:\n${complaints}`);
}
