import type { ComputeCloud } from '@berth/compute-engine/compute-state.ts';
import type { ForgetServer } from '@berth/compute-engine/servers/forget-server.ts';
import type { Leadership } from '../hosts/watch-hosts.ts';
import { whileLeading } from './while-leading.ts';

export interface ForgottenServers {
  readonly cloud: () => ComputeCloud;
  readonly commit: (command: ForgetServer) => Promise<unknown>;
  readonly leadership: Leadership;
  /** How long servers are kept after they were deleted; 0: for ever. */
  readonly retentionMs: number;
  /** How many of them are kept at most; 0: any number. */
  readonly keptMax: number;
  readonly now: () => number;
  /** One could not be forgotten; it is tried again. */
  readonly onTrouble: (reason: unknown) => void;
}

/** Forgets servers that were deleted long ago, as long as this process leads: one after the other, so that nobody notices. */
export function forgetServers(given: ForgottenServers): void {
  const { leadership, onTrouble } = given;
  whileLeading(leadership, looksEveryMs, () => forgetDue(given), onTrouble);
}

/** All of them: as many come to an end as were deleted once, which may be hundreds in a second. */
export async function forgetDue(given: Omit<ForgottenServers, 'onTrouble'>): Promise<void> {
  const { isLeading, ended } = given.leadership;
  for (let due = dueToForget(given); due.length > 0; due = dueToForget(given)) {
    for (const command of due) await given.commit(command);
    // Those of very many actions go a part at a time, and the rest of them the next time.
    const { servers } = given.cloud().compute;
    if (ended.aborted || !isLeading() || due.every(({ id }) => servers.has(id))) return;
  }
}

type Kept = Pick<ForgottenServers, 'cloud' | 'retentionMs' | 'keptMax' | 'now'>;

/** Those that were deleted longest ago; a bounded number. */
export function dueToForget({ cloud, retentionMs, keptMax, now }: Kept): readonly ForgetServer[] {
  const { byUpdate } = cloud().compute.servers.listsOf(null).deleted;
  const until = retentionMs === 0 ? Number.NEGATIVE_INFINITY : now() - retentionMs;
  const surplus = keptMax === 0 ? 0 : byUpdate.size - keptMax;
  const due: ForgetServer[] = [];
  for (const { id, updatedAt } of byUpdate.from()) {
    if (due.length === atOnceMax) break;
    if (due.length >= surplus && (updatedAt ?? 0) > until) break;
    due.push({ kind: 'forget-server', id });
  }
  return due;
}

const looksEveryMs = 10_000;
const atOnceMax = 100;
