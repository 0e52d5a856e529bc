import type { Holder } from '../../following/shared-store.ts';
import type { HistoryPoint } from '../chain.ts';
import { leaderLeft, selectLastPoint } from './own-tables.ts';
import type { Session } from './session.ts';

/** The lease as it lies in the database. As long as it stays the same, its holder has not been heard of. */
export interface StoredLease extends Holder {
  /** Counts up with every time of leading. */
  readonly epoch: number;
  /** Of this time of leading, and of no other, even if epochs are counted twice. Null: the holder has left. */
  readonly token: string | null;
  /** Counts up with every sign of life. */
  readonly renewals: number;
  /** How long its holder counts as there after the last of them. */
  readonly leaseMs: number;
}

/** By which the database knows who leads. */
export interface Grip {
  readonly epoch: number;
  readonly token: string;
}

export async function readLease(session: Session): Promise<StoredLease> {
  const [row = []] = await session.ask(
    'select epoch, token, renewals, lease_ms, holder, address, secret from berth_lease where id = 1',
  );
  const [epoch, token, renewals, leaseMs, name, address, secret] = row;
  return {
    epoch: Number(epoch),
    token: token ?? null,
    renewals: Number(renewals),
    leaseMs: Number(leaseMs),
    name: name ?? '',
    address: address ?? null,
    secret: secret ?? null,
  };
}

/** Leads from now on, if the lease is still as it was seen: answers with the epoch, or null. */
export async function takeLease(
  session: Session,
  seen: StoredLease,
  { holder, token, leaseMs }: { readonly holder: Holder; readonly token: string; readonly leaseMs: number },
): Promise<number | null> {
  const [row] = await session.ask(
    `update berth_lease set epoch = epoch + 1, token = $1, renewals = 0, lease_ms = $2, holder = $3, address = $4, secret = $5
     where id = 1 and epoch = $6 and token is not distinct from $7 and renewals = $8 returning epoch`,
    [
      token,
      Math.ceil(leaseMs),
      holder.name,
      holder.address,
      holder.secret,
      seen.epoch,
      seen.token,
      seen.renewals,
    ],
  );
  return row === undefined ? null : Number(row[0]);
}

/** A sign of life. Answers with the newest change there is; null when somebody else has taken over. */
export async function renewLease(session: Session, { epoch, token }: Grip): Promise<HistoryPoint | null> {
  const [row] = await session.ask(
    `with renewed as (
       update berth_lease set renewals = renewals + 1 where id = 1 and epoch = $1 and token = $2 returning 1
     )
     select newest.number, newest.hash from renewed, (${selectLastPoint}) newest`,
    [epoch, token],
  );
  return row === undefined ? null : { number: Number(row[0]), hash: String(row[1]) };
}

/**
 * Goes on leading in a new epoch, so that nothing of the old one can be stored any more: what is under way is waited for, and
 * what comes later is refused. Null when somebody else has taken over.
 */
export async function beginEpoch(session: Session, { epoch, token }: Grip): Promise<number | null> {
  const [row] = await session.ask(
    `update berth_lease set epoch = epoch + 1, renewals = 0 where id = 1 and epoch = $1 and token = $2 returning epoch`,
    [epoch, token],
  );
  return row === undefined ? null : Number(row[0]);
}

/** The others are told on the channel. */
export async function releaseLease(session: Session, { epoch, token }: Grip, channel: string): Promise<void> {
  await session.ask(
    `with released as (
       update berth_lease set token = null where id = 1 and epoch = $1 and token = $2 returning 1
     )
     select pg_notify($3, $4) from released`,
    [epoch, token, channel, leaderLeft],
  );
}
