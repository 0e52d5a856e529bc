import type { ComputeCloud } from '@berth/compute-engine/compute-state.ts';
import type { ForgetServer } from '@berth/compute-engine/servers/forget-server.ts';
import type { Leadership } from '../hosts/watch-hosts.ts';
import { whileLeading } from './while-leading.ts';

export interface ForgottenServers {
  readonly cloud: () => ComputeCloud;
  readonly commit: (command: ForgetServer) => Promise<unknown>;
  readonly leadership: Leadership;
  /** How long servers are kept after they were deleted. */
  readonly retentionMs: number;
  readonly now: () => number;
  /** One could not be forgotten; it is tried again. */
  readonly onTrouble: (reason: unknown) => void;
}

/** Forgets servers that were deleted long ago, as long as this process leads: a few at a time, so that nobody notices. */
export function forgetServers(given: ForgottenServers): void {
  const { leadership, onTrouble } = given;
  const work = async (): Promise<void> => {
    for (const command of dueToForget(given)) await given.commit(command);
  };
  whileLeading(leadership, looksEveryMs, work, onTrouble);
}

/** Those that were deleted longest ago; a bounded number. */
export function dueToForget({
  cloud,
  retentionMs,
  now,
}: Pick<ForgottenServers, 'cloud' | 'retentionMs' | 'now'>): readonly ForgetServer[] {
  const until = now() - retentionMs;
  const due: ForgetServer[] = [];
  for (const { id, updatedAt } of cloud()
    .compute.servers.listsOf(null)
    .deleted.byUpdate.from(() => false)) {
    if ((updatedAt ?? 0) > until || due.length === atOnceMax) break;
    due.push({ kind: 'forget-server', id });
  }
  return due;
}

/** 600 in a minute, which is more than are deleted for long. */
const looksEveryMs = 10_000;
const atOnceMax = 100;
