import type { Holder, Leader } from '../../following/shared-store.ts';
import { leaderLeft } from './own-tables.ts';
import type { Session } from './session.ts';

/** Leads from now on, if nobody does: answers with the epoch, or null. */
export async function takeLease(session: Session, holder: Holder, leaseMs: number): Promise<number | null> {
  const [row] = await session.ask(
    `update berth_lease set epoch = epoch + 1, holder = $1, address = $2, secret = $3,
       until = clock_timestamp() + $4 * interval '1 millisecond'
     where id = 1 and until < clock_timestamp() returning epoch`,
    [holder.name, holder.address, holder.secret, leaseMs],
  );
  return row === undefined ? null : Number(row[0]);
}

/** False when somebody else has taken over. */
export async function renewLease(session: Session, epoch: number, leaseMs: number): Promise<boolean> {
  const rows = await session.ask(
    `update berth_lease set until = clock_timestamp() + $2 * interval '1 millisecond'
     where id = 1 and epoch = $1 returning epoch`,
    [epoch, leaseMs],
  );
  return rows.length > 0;
}

/**
 * Goes on leading in a new epoch, so that nothing of the old one can be stored any more: what is under way is waited for, and
 * what comes later is refused. Null when somebody else has taken over.
 */
export async function beginEpoch(session: Session, epoch: number, leaseMs: number): Promise<number | null> {
  const [row] = await session.ask(
    `update berth_lease set epoch = epoch + 1, until = clock_timestamp() + $2 * interval '1 millisecond'
     where id = 1 and epoch = $1 returning epoch`,
    [epoch, leaseMs],
  );
  return row === undefined ? null : Number(row[0]);
}

/** The others are told on the channel. */
export async function releaseLease(session: Session, epoch: number, channel: string): Promise<void> {
  await session.ask(
    `with released as (update berth_lease set until = to_timestamp(0) where id = 1 and epoch = $1 returning 1)
     select pg_notify($2, $3) from released`,
    [epoch, channel, leaderLeft],
  );
}

/** Null when nobody has ever led. */
export async function readLeadership(session: Session): Promise<Leader | null> {
  const [row] = await session.ask(
    `select epoch, holder, address, secret,
       greatest(-1, extract(epoch from until - clock_timestamp()) * 1000) from berth_lease where id = 1 and epoch > 0`,
  );
  if (row === undefined) return null;
  const [epoch, name, address, secret, remainingMs] = row;
  return {
    epoch: Number(epoch),
    name: name ?? '',
    address: address ?? null,
    secret: secret ?? null,
    remainingMs: Number(remainingMs),
  };
}
