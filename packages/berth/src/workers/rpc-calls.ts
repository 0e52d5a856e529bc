import type { Ports } from '@berth/api-kit/own-port.ts';
import type { ApiResponse } from '@berth/api-kit/response.ts';
import type { FeedPage } from '@berth/ledger/following/feed.ts';
import type { Reloaded } from '../serving/reloaded.ts';
import type { BackupCopy } from '../backup/backup-copy.ts';
import type { ThreadMetrics } from '../metrics/metrics.ts';
import type { PortableRequest } from './in-worker.ts';

/** What the leading thread calls in each of the others. */
export interface WorkerProcedures {
  /** To take a part of the state: a JSON array of changes. */
  load(changes: string): void;
  /** To follow from that change on, and to serve on these ports. */
  serve(start: { readonly number: number; readonly ports: Ports }): void;
  metrics(): ThreadMetrics | null;
  reloadTls(): void;
  /** To go on with these settings, and with the rules in this text where a policy file is set. */
  reload(reloaded: Reloaded): void;
  /** To take no more connections, and to finish what it has accepted. */
  stop(): void;
}

/** What the others call in the leading thread. */
export interface LeaderProcedures {
  /** To answer a request in its place. */
  handle(request: PortableRequest): ApiResponse;
  /** See `ChangeFeed.readAfter`. */
  readAfter(asked: {
    readonly after: number;
    readonly limit: number;
    readonly lengthMax: number | undefined;
  }): FeedPage<unknown>;
  /** See `OpenedCloud`; what is so of all threads. */
  healthProblems(): readonly string[];
  remarks(): readonly string[];
  /** To copy the ledger as it is now. */
  makeBackup(): BackupCopy | { readonly refused: string };
  /** For the metrics of all threads. */
  renderMetrics(): string | Uint8Array;
  /** To write these to the log. */
  log(lines: string): void;
}
