import type { ConsumerId, Instant, ProviderId } from '@berth/engine/ids.ts';
import type { FlavorId, GroupId } from '../ids.ts';
import type { ServerPort } from '../network/server-port.ts';
import type { PlaceHints } from '../scheduler/place-request.ts';
import type { PowerState, TaskState, VmState } from './server-states.ts';

/** A server. What it uses it holds in Placement as a consumer of the same id, from the moment a host was chosen until it is gone from there. */
export interface Server {
  readonly id: ConsumerId;
  /** It names its machine on the host. */
  readonly number: number;
  readonly name: string;
  readonly hostname: string;
  readonly description: string | null;
  readonly projectId: string;
  readonly userId: string;
  readonly createdAt: Instant;
  /** Null until something is known of it beyond its making. */
  readonly updatedAt: Instant | null;
  readonly launchedAt: Instant | null;
  readonly terminatedAt: Instant | null;
  /** Null for as long as it lives. Afterwards it is kept for a while, for those who ask what has changed. */
  readonly deletedAt: Instant | null;

  readonly flavor: ServerFlavor;
  readonly image: ServerImage | null;
  readonly key: { readonly name: string; readonly publicKey: string } | null;
  readonly userData: string | null;
  readonly hasConfigDrive: boolean;
  readonly metadata: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  readonly trustedCertificates: readonly string[] | null;
  readonly accessIpV4: string | null;
  readonly accessIpV6: string | null;
  readonly diskConfig: 'AUTO' | 'MANUAL';
  readonly rootDeviceName: string | null;
  readonly addresses: readonly ServerAddress[];
  /** What it has, or is to have, at a network service; none where there is no such service. */
  readonly ports: readonly ServerPort[];

  readonly vmState: VmState;
  readonly taskState: TaskState | null;
  readonly powerState: PowerState;
  readonly progress: number;
  readonly lock: ServerLock | null;
  readonly fault: ServerFault | null;
  /** The image that was made of it when it was shelved, and when that was; null once it has come back. */
  readonly shelved: ShelvedServer | null;

  /** Where it is: the host whose agent looks after it, and the node it runs on. Null: nowhere yet, or nowhere any more. */
  readonly place: ServerPlace | null;
  /** What it was asked to be in; else it may go anywhere. */
  readonly pinnedZone: string | null;
  readonly groupId: GroupId | null;
  /** What the scheduler was to take into account when it was made, and is each time that it goes elsewhere. Absent: nothing. */
  readonly hints?: Omit<PlaceHints, 'groupId'>;
  /** Which of those that were made by one request it is, and what these have in common. */
  readonly launchIndex: number;
  readonly reservationId: string;
}

/** The flavor as it was when the server was made or resized. */
export interface ServerFlavor {
  readonly number: number;
  readonly id: FlavorId;
  readonly name: string;
  readonly vcpus: number;
  readonly memoryMb: number;
  readonly rootGb: number;
  readonly ephemeralGb: number;
  readonly swapMb: number;
  readonly extraSpecs: Readonly<Record<string, string>>;
}

/** What was read of the image, with the properties that say something about servers made of it. */
export interface ServerImage {
  readonly id: string;
  readonly properties: Readonly<Record<string, string>>;
  /** What a flavor needs for it: what the image has said, and no smaller a disk than the one it was put on. Absent of servers that were kept without. */
  readonly minMemoryMb?: number;
  readonly minDiskGb?: number;
  /** Absent also where the image has none. */
  readonly diskFormat?: string;
}

export interface ServerAddress {
  readonly network: string;
  readonly version: 4 | 6;
  readonly address: string;
  readonly mac: string;
}

export interface ServerLock {
  readonly by: 'owner' | 'admin';
  readonly reason: string | null;
}

export interface ServerFault {
  readonly code: number;
  readonly message: string;
  /** For those who may see it. */
  readonly details: string;
  readonly at: Instant;
}

export interface ShelvedServer {
  /** Null: it has a volume, which is kept. */
  readonly imageId: string | null;
  readonly at: Instant;
}

export interface ServerPlace {
  readonly host: string;
  readonly nodeId: ProviderId;
  readonly nodeName: string;
  /** The zone of the host when it came there. */
  readonly zone: string;
}
