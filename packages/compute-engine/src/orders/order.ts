import type { ConsumerId, Instant } from '@berth/engine/ids.ts';
import type { ActionId, OrderId } from '../ids.ts';
import type { LeftoverWork } from '../moves/leftover-work.ts';
import type { MoveWork } from '../moves/move-work.ts';
import type { PlaceSearch } from '../scheduler/place-request.ts';

/**
 * Something that a host, or this service itself, has to do with a server. It is decided with the state that it follows from, and is there until the host has
 * said what became of it: so it survives the end of any process. A host may be given one twice, and doing it again changes nothing.
 */
export interface Order {
  readonly id: OrderId;
  /** Orders of one server are done one after the other, in the order of their numbers; but for what is left of it on hosts where it is no more. */
  readonly number: number;
  readonly serverId: ConsumerId;
  /** Who has to do it: a host, or `theService`. */
  readonly host: string;
  readonly work: Work;
  /** What it belongs to, and the step that it is of it; null where nobody has asked for it. */
  readonly actionId: ActionId | null;
  readonly createdAt: Instant;
  /** When the host has said that it began. */
  readonly startedAt: Instant | null;
}

/** What is to be done. What it is to be done with is said by the server. */
export type Work =
  | ({ readonly kind: 'build' } & Building)
  | { readonly kind: 'destroy' }
  | { readonly kind: 'stop' }
  | { readonly kind: 'start' }
  | { readonly kind: 'reboot'; readonly isHard: boolean }
  | { readonly kind: 'pause' }
  | { readonly kind: 'unpause' }
  | { readonly kind: 'suspend' }
  | { readonly kind: 'resume' }
  | ({
      readonly kind: 'rebuild';
      readonly preservesEphemeral: boolean;
      /** Its machine is off afterwards, as it was before. */
      readonly endsOff?: true;
    } & AskedPassword)
  | ({ readonly kind: 'rescue'; readonly imageId: string | null } & AskedPassword)
  | { readonly kind: 'unrescue' }
  | { readonly kind: 'set-password' }
  | { readonly kind: 'snapshot'; readonly imageId: string }
  | { readonly kind: 'soft-delete' }
  | { readonly kind: 'restore' }
  | { readonly kind: 'crash-dump' }
  | ({ readonly kind: 'backup'; readonly imageId: string } & BackupPlan)
  | ShelvingWork
  /** What a host still has of a server that is deleted while it is on its way. */
  | { readonly kind: 'drop-copy' }
  | MoveWork
  | LeftoverWork
  | PortWork;

/** The parts of shelving, one after the other, and of coming back. */
export type ShelvingWork =
  /** The machine is stopped. Then an image is made of it. */
  | ({ readonly kind: 'shelve' } & Shelving)
  | ({ readonly kind: 'shelve-image' } & Shelving)
  /** Nothing is left of it on its host. `isShelving`: as the last part of a request to shelve it. */
  | { readonly kind: 'offload'; readonly isShelving: boolean }
  /** It is built of the image that was made of it; null: of its volume. */
  | { readonly kind: 'unshelve'; readonly imageId: string | null };

interface Shelving {
  readonly imageId: string;
  /** Whether it leaves its host as soon as there is an image of it. */
  readonly isOffloaded: boolean;
}

export function isShelvingWork(work: Work): work is ShelvingWork {
  return (
    work.kind === 'shelve' ||
    work.kind === 'shelve-image' ||
    work.kind === 'offload' ||
    work.kind === 'unshelve'
  );
}

/** Of the backups of one type that are made of a server, the newest are kept, so many. */
export interface BackupPlan {
  readonly backupType: string;
  readonly rotation: number;
}

/** What is to be done at the network service, by whichever process leads. */
export type PortWork =
  /** The server is to have its ports, bound to its host. Then it is built there. */
  | ({ readonly kind: 'attach-ports' } & Building)
  /** The server is to have no ports. `isEnding`: it is then gone. */
  | { readonly kind: 'detach-ports'; readonly isEnding: boolean }
  /** The ports of a server that comes back are to be bound to its new host. Then it is built there, of that image. */
  | { readonly kind: 'rebind-ports'; readonly imageId: string | null }
  /** The ports of the server are to be bound to where it is now. Then it goes on with its move. */
  | { readonly kind: 'move-ports'; readonly next: MoveWork };

/** Stands for the host in orders that no host has to do. No host has an empty name. */
export const theService = '';

export function isPortWork(work: Work): work is PortWork {
  return (
    work.kind === 'attach-ports' ||
    work.kind === 'detach-ports' ||
    work.kind === 'rebind-ports' ||
    work.kind === 'move-ports'
  );
}

/** What a server is built by: how its host was found, for as long as another one may have to be. */
export interface Building extends AskedPassword {
  readonly search: PlaceSearch;
}

export function buildingOf({ search, hasAskedPassword }: Building): Building {
  return hasAskedPassword ? { search, hasAskedPassword } : { search };
}

/** Somebody has said which password it is to have: without that, which is kept nowhere but in memory, it is not to be done. */
export interface AskedPassword {
  readonly hasAskedPassword?: true;
}
