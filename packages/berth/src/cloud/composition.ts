import type { ApiRequest } from '@berth/api-kit/request.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import type { Domain } from '@berth/ledger/domain.ts';
import type { ChangeFeed } from '@berth/ledger/following/feed.ts';
import type { KindedChange } from '@berth/ledger/journal/projection.ts';
import type { BackupCopy } from '../backup/backup-copy.ts';
import type { Gauges } from '../metrics/metric-table.ts';
import type { ServiceRules } from '../serving/service-policies.ts';
import type { Surroundings } from '../serving/surroundings.ts';
import type { CloudPart } from './cloud-part.ts';

/** The state with all its parts, and how it is decided, stored and checked. */
export interface StoredCloud<World, Command, Change extends KindedChange> {
  newWorld(): World;
  readonly domain: Domain<World, Command, Change>;
  /** What the ledger has of each part, in the order in which they are loaded and moved: what is referred to comes first. */
  readonly parts: readonly CloudPart<Change>[];
  /** What cannot be in a state that could be loaded: sums that are none, parts that contradict each other. Sentences. */
  contradictionsIn(world: World): readonly string[];
}

/**
 * What a process runs: the state and the services on it. It is put together by hand (`cloud.ts`); what opens ledgers, serves,
 * follows, counts, moves and checks takes it as it is and knows no part.
 */
export interface Composition<World, Command, Change extends KindedChange>
  extends StoredCloud<World, Command, Change> {
  /** The rules of all services, before the operator's. */
  readonly rules: ServiceRules;
  /** All services, as one handler. */
  serve(ledger: ServedLedger<World, Command, Change>, around: Surroundings): Handle;
  /** Paths to which POST only says what a write would do, so that every process and thread can answer it. */
  readonly previews: readonly string[];
  /**
   * What a read tells the leader, or asks it, where it does: what is sent there first. If the leader has nothing to answer (204), the read is answered
   * where it has come. Null for all others.
   */
  readonly toldLeader?: (request: ApiRequest) => ApiRequest | null;
  /** Puts what every ledger has to hold into it, if it is not there; says what was new. */
  seed(commit: CommitCommand<World, Command, Change>, now: number): Promise<readonly string[]>;
  gauges(world: World): Gauges;
  /** What breaks the rules of the APIs, thing by thing: a ledger may be older than its program, or written by hand. */
  problemsIn(world: World): Iterable<readonly string[]>;
  /** The module that a further thread runs: it calls `runWorker` with this same composition. */
  readonly workerModule: URL;
}

/** Decides and commits; `read` sees the world right after the command, and its result is given once it is durable. */
export type CommitCommand<World, Command, Change> = <Result>(
  command: Command,
  read: (world: World, changes: readonly Change[]) => Result,
) => Promise<Result>;

/** The state as services have it, whatever the ledger is and whoever leads. */
export interface ServedLedger<World, Command, Change> {
  /** Now and then another one, where this process follows others and had to load again. */
  readonly world: () => World;
  readonly commit: CommitCommand<World, Command, Change>;
  readonly feed: ChangeFeed<Change>;
  /** By which services know whether they may write by themselves; absent: they write when they are asked to, and only then. */
  readonly leadership?: Leadership;
  /** Copies the ledger as it is now; absent where it is in no file. */
  readonly makeBackup?: () => Promise<BackupCopy>;
}

/** Whether this process is the one that writes. */
export interface Leadership {
  readonly isLeading: () => boolean;
  /** Aborted when the ledger is closed. */
  readonly ended: AbortSignal;
}
