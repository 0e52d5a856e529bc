import type { TestContext } from 'node:test';
import type { Loss } from '../following/follower.ts';
import { Member } from '../following/member.ts';
import { PostgresStore } from '../journal/postgres-store.ts';
import type { PostgresPlace } from '../journal/postgres/session.ts';
import { BreakingProxy } from './breaking-proxy.ts';
import { type CounterChange, type CounterCommand, type Counters, counters } from './counters.ts';
import { countersProjection } from './counters-projection.ts';

/** So long that nothing runs out because the machine is busy: whoever wants to see that says how soon. */
const usual = { recentMax: 100, leaseMs: 60_000, patience: { connectMs: 10_000, answerMs: 60_000 } };

/** For those who are to notice soon that nobody answers them. */
export const impatient = { leaseMs: 400, patience: { connectMs: 500, answerMs: 1_000 } } as const;

export interface MemberSettings {
  readonly recentMax?: number;
  readonly leaseMs?: number;
  readonly patience?: { readonly connectMs: number; readonly answerMs: number };
}

/** A member whose connections can be broken. */
export async function joined(
  t: TestContext,
  place: PostgresPlace,
  name: string,
  settings: MemberSettings = {},
) {
  const { recentMax, leaseMs, patience } = { ...usual, ...settings };
  const url = new URL(place.url);
  const proxy = await BreakingProxy.before(Number(url.port));
  url.port = String(proxy.port);
  const store = await PostgresStore.open({ ...place, url: url.href }, [countersProjection], {
    leaseMs,
    patience,
  });
  const roles: string[] = [];
  const losses: Loss<CounterChange>[] = [];
  const troubles: unknown[] = [];
  const member = await Member.open<Counters, CounterCommand, CounterChange>({
    store,
    domain: counters,
    newWorld: () => new Map(),
    leaseMs,
    recentMax,
    onRole: (role) => roles.push(role),
    onLoss: (loss) => losses.push(loss),
    onTrouble: (reason) => troubles.push(reason),
  });
  t.after(async () => {
    proxy.heal();
    await member.close();
    proxy.close();
  });
  await member.join({ name, address: `http://${name}`, secret: name });
  const create = (counter: string) =>
    member.submit({ do: 'create', name: counter, limit: null }, (world) => world.size);
  /** What a client sees that asks now. */
  const read = async () => {
    await member.ready();
    return [...member.world.keys()].sort().join('');
  };
  return { member, proxy, roles, losses, troubles, create, read };
}
