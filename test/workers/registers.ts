import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { ask, jsonOf } from '../differential/exchange.ts';
import { newest, type ThreadPeer, write } from './connections.ts';

/** What a client may no longer be shown less than, for one provider: its generation counts its writes. */
interface Register {
  readonly provider: string;
  /** The greatest that anybody was answered, by a write or by a read. */
  known: number;
  /** The greatest that a write was sent for. */
  asked: number;
}

export interface Hammered {
  readonly writes: number;
  readonly reads: number;
  /** By thread. */
  readonly readsOf: ReadonlyMap<number, number>;
  /** By thread. */
  readonly writesOf: ReadonlyMap<number, number>;
}

/**
 * Clients that write to registers and read them, on connections to all threads. A read must show at least what anybody knew
 * when it began: so it sees every write that was acknowledged before, by whichever thread, and no two reads go backwards.
 * And never more than what was written.
 *
 * Every second connection of a thread writes to a register of its own, all others read all registers in turn.
 */
export async function hammerRegisters(peers: readonly ThreadPeer[], seconds: number): Promise<Hammered> {
  const isWriter = (index: number): boolean => index % 2 === 0;
  const registers: Register[] = [];
  for (const [index, { peer }] of peers.entries()) {
    if (!isWriter(index)) continue;
    const provider = randomUUID();
    await write(peer, 'POST', '/resource_providers', { name: provider, uuid: provider });
    registers.push({ provider, known: 0, asked: 0 });
  }
  const until = performance.now() + seconds * 1000;
  const readsOf = new Map<number, number>();
  const writesOf = new Map<number, number>();
  let [reads, writes] = [0, 0];

  await Promise.all(
    peers.map(async ({ peer, thread }, index) => {
      while (performance.now() < until) {
        if (isWriter(index)) {
          await increment(peer, registers[index / 2] as Register); // One for each writer.
          writesOf.set(thread, (writesOf.get(thread) ?? 0) + 1);
          writes++;
        } else {
          await look(peer, registers[reads % registers.length] as Register);
          readsOf.set(thread, (readsOf.get(thread) ?? 0) + 1);
          reads++;
        }
      }
    }),
  );
  return { writes, reads, readsOf, writesOf };
}

async function increment(peer: ThreadPeer['peer'], register: Register): Promise<void> {
  const before = register.asked;
  register.asked += 1;
  const body = { aggregates: [randomUUID()], resource_provider_generation: before };
  const answer = await peer.send(
    ask('PUT', `/resource_providers/${register.provider}/aggregates`, newest, body),
  );
  assert.equal(answer.status, 200, answer.text);
  assert.equal(generationIn(answer), before + 1, 'a write was made twice');
  register.known = Math.max(register.known, before + 1);
}

async function look(peer: ThreadPeer['peer'], register: Register): Promise<void> {
  const { known } = register;
  const answer = await peer.send(ask('GET', `/resource_providers/${register.provider}/aggregates`, newest));
  assert.equal(answer.status, 200, answer.text);
  const shown = generationIn(answer);
  assert.ok(shown >= known, `shows ${shown} after ${known} was known`);
  assert.ok(shown <= register.asked, `shows ${shown}, and only ${register.asked} were written`);
  register.known = Math.max(register.known, shown);
}

function generationIn(answer: Parameters<typeof jsonOf>[0]): number {
  // The form of both answers.
  return (jsonOf(answer) as { resource_provider_generation: number }).resource_provider_generation;
}
