import type { Policy } from '@berth/api-kit/policy.ts';
import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import type { ComputeChange } from '@berth/compute-engine/changes.ts';
import type { ComputeCloud } from '@berth/compute-engine/compute-state.ts';
import type { ComputeCommand } from '@berth/compute-engine/decide.ts';
import type { Registry } from '@berth/extra-specs/registry/registry.ts';
import type { FlatNetwork } from '@berth/compute-engine/network/flat-network.ts';
import type { Limits } from '@berth/compute-engine/quotas/limits.ts';
import type { RetrySettings } from '@berth/compute-engine/servers/retry-build.ts';
import type { HostLine } from '../hosts/host-line.ts';
import type { Images } from '../images/images.ts';
import type { Networks } from '../networks/networks.ts';

/** What the endpoints work on. */
export interface App {
  readonly cloud: ComputeCloud;
  /** Decides and commits; `read` sees the cloud right after the command, and its result is given once it is durable. */
  commit<Result>(
    command: ComputeCommand,
    read: (cloud: ComputeCloud, changes: readonly (ComputeChange | PlacementChange)[]) => Result,
  ): Promise<Result>;
  /** For what depends on the caller beyond whether the endpoint is open to it. */
  readonly policy: Policy;
  readonly settings: AppSettings;
  readonly newId: () => string;
  readonly images: Images;
  /** What goes to hosts besides the ledger. */
  readonly line: HostLine;
  /** Null: there is the built-in network alone. */
  readonly networks: Networks | null;
  /** What is known about extra specs now; an operator may change it while it serves. */
  readonly extraSpecs: Registry;
  /** Whether identity has such a project, asked with the caller's token; null: it cannot be known, and counts as one. */
  projectExists(id: string, token: string): Promise<boolean | null>;
}

export interface AppSettings {
  /** How many things a page of a list has at most. */
  readonly pageMax: number;
  /** What projects and users may have, where nobody has set something else. */
  readonly limits: Limits;
  readonly servers: ServerSettings;
}

export interface ServerSettings extends RetrySettings {
  /** What steps that are decided here are said to be done on. */
  readonly apiHost: string;
  readonly network: FlatNetwork;
  /** Whether deleted servers can be restored for a while. */
  readonly keepsDeleted: boolean;
  /** The zone of servers for which none is asked for; null: any. */
  readonly zoneOfNewServers: string | null;
  /** Whether servers that are shelved leave their hosts as soon as there is an image of them. */
  readonly offloadsAtOnce: boolean;
  /** Whether a server may stay on its host when it gets another flavor. */
  readonly mayResizeInPlace: boolean;
}
