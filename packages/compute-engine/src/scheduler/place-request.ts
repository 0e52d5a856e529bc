import type { ConsumerId } from '@berth/engine/ids.ts';
import type { GroupId } from '../ids.ts';
import type { ServerFlavor, ServerImage } from '../servers/server.ts';

/** What a server needs of its host. */
export interface PlaceRequest extends PlaceSearch {
  readonly projectId: string;
  readonly userId: string;
  readonly flavor: ServerFlavor;
  readonly image: SchedulerImage | null;
  /** Then its root disk takes nothing of the host's. */
  readonly isVolumeBacked: boolean;
  readonly zone: string | null;
}

/** What is asked of a host beyond what the server itself says. */
export interface PlaceSearch {
  /** Of the image. */
  readonly diskFormat: string | null;
  /** It has to go there, whatever the filters say. */
  readonly forced: RequestedHost | null;
  /** It has to go there, if the filters have nothing against it. */
  readonly requested: RequestedHost | null;
  readonly hints: PlaceHints;
  /** Where it must not go: it could not be built there. */
  readonly ignoredHosts: readonly string[];
}

export interface RequestedHost {
  readonly host: string | null;
  readonly nodeName: string | null;
}

export interface SchedulerImage extends Omit<ServerImage, 'diskFormat'> {
  readonly diskFormat: string | null;
}

export interface PlaceHints {
  readonly groupId: GroupId | null;
  readonly sameHosts: readonly ConsumerId[];
  readonly differentHosts: readonly ConsumerId[];
  /** By names that no filter of ours asks for; kept, since others may. */
  readonly others: Readonly<Record<string, unknown>>;
}
