import type { ConsumerId, Instant } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import type { ImageChoreId } from '../ids.ts';
import type { BackupPlan } from '../orders/order.ts';

/**
 * Something that this service has to do at the image service, when it can be reached: nobody waits for it, and whatever is done with a server
 * meanwhile, or that it is gone, makes no difference. So it is no order. It may be done twice.
 */
export interface ImageChore {
  /** Of what is to be done: the same is not noted twice. */
  readonly id: ImageChoreId;
  readonly createdAt: Instant;
  readonly work: ImageWork;
}

export type ImageWork =
  /** An image that was made for a server is wanted no more. */
  | { readonly kind: 'discard'; readonly imageId: string }
  /** Backups of a server go that are older than this one and belong to the same. */
  | ({ readonly kind: 'rotate'; readonly serverId: ConsumerId; readonly imageId: string } & BackupPlan);

/** The change by which an image is to be deleted, if there is one. */
export function imageUnwanted(imageId: string | null, now: Instant): readonly ComputeChange[] {
  if (imageId === null) return [];
  const work = { kind: 'discard', imageId } as const;
  const thing: ImageChore = { id: `discard ${imageId}` as ImageChoreId, createdAt: now, work };
  return [{ kind: 'image-chore-set', thing }];
}

/** The change by which backups of a server are to go that are older than this one. */
export function backupsToRotate(
  serverId: ConsumerId,
  { imageId, backupType, rotation }: BackupPlan & { readonly imageId: string },
  now: Instant,
): ComputeChange {
  const id = `rotate ${serverId} ${backupType}` as ImageChoreId;
  const thing: ImageChore = {
    id,
    createdAt: now,
    work: { kind: 'rotate', serverId, imageId, backupType, rotation },
  };
  return { kind: 'image-chore-set', thing };
}
