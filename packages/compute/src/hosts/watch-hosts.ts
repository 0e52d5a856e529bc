import type { ComputeCloud } from '@berth/compute-engine/compute-state.ts';
import type { HostsSilent } from '@berth/compute-engine/hosts/host-presence.ts';
import type { HostPresence } from './host-presence.ts';

/** As long as this process may write by itself, and not only when somebody asks. */
export interface Leadership {
  readonly isLeading: () => boolean;
  /** Aborted when the ledger is closed. */
  readonly ended: AbortSignal;
}

export interface WatchedHosts {
  readonly presence: HostPresence;
  readonly cloud: () => ComputeCloud;
  readonly commit: (command: HostsSilent) => Promise<unknown>;
  readonly leadership: Leadership;
  readonly everyMs: number;
  /** It could not be written who has gone; it is tried again. */
  readonly onTrouble: (reason: unknown) => void;
}

/** Writes down which hosts are not heard of any more, as long as this process leads. */
export function watchHosts({ presence, cloud, commit, leadership, everyMs, onTrouble }: WatchedHosts): void {
  const { isLeading, ended } = leadership;
  let isWriting = false;
  const look = async (): Promise<void> => {
    presence.leads(isLeading());
    if (isWriting) return;
    const hosts = presence.silentAmong(cloud().compute.services.values()).slice(0, atOnceMax);
    if (hosts.length === 0) return;
    isWriting = true;
    try {
      await commit({ kind: 'hosts-silent', hosts });
    } catch (reason) {
      if (!ended.aborted && isLeading()) onTrouble(reason);
    } finally {
      isWriting = false;
    }
  };
  presence.leads(isLeading());
  const timer = setInterval(() => void look(), everyMs).unref();
  ended.addEventListener('abort', () => clearInterval(timer), { once: true });
}

/** The rest is written the next time: nobody else is served while one command is. */
const atOnceMax = 1_000;
