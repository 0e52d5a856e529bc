import { unreachable } from '@berth/engine/assert.ts';
import type { ComputeCloud } from '@berth/compute-engine/compute-state.ts';
import type { EndImageChore } from '@berth/compute-engine/images/end-image-chore.ts';
import type { ImageChoreId } from '@berth/compute-engine/ids.ts';
import type { ImageChore } from '@berth/compute-engine/images/image-chore.ts';
import type { Leadership } from '../hosts/watch-hosts.ts';
import type { TokenBearer } from '../networks/neutron.ts';
import { whileLeading } from '../servers/while-leading.ts';
import { type ImageStore, ImageUnwanted } from './images.ts';

export interface ImageChores {
  readonly cloud: () => ComputeCloud;
  readonly commit: (command: EndImageChore) => Promise<unknown>;
  readonly leadership: Leadership;
  readonly store: ImageStore;
  /** Of the service itself. */
  readonly bearer: TokenBearer;
  readonly everyMs: number;
  /** How long it waits where the image service is away: twice as long each time, up to that. */
  readonly pauseMaxMs: number;
  /** It did not work, and is tried again. */
  readonly onTrouble: (reason: unknown) => void;
  /** The image service says no, and would say so again: an image is left there that nobody needs. */
  readonly onGivenUp: (reason: unknown, chore: ImageChore) => void;
}

/**
 * Does what is to be done at the image service, one after the other, as long as this process leads. What it leaves unfinished the next one does
 * again. Where the service is away all of it waits.
 */
export function doImageChores(given: ImageChores): void {
  const { cloud, leadership, everyMs, pauseMaxMs, onTrouble } = given;
  /** Those that did not work, with when that was: they come after all others, so that one that never works keeps none from being done. */
  const failures = new Map<ImageChoreId, number>();
  let tries = 0;
  let pauseMs = 0;
  let dueMs = 0;
  const work = async (): Promise<void> => {
    if (performance.now() < dueMs) return;
    const { imageChores } = cloud().compute;
    for (const id of failures.keys()) if (!imageChores.has(id)) failures.delete(id);
    const chores = [...imageChores.values()].toSorted(
      (one, other) => (failures.get(one.id) ?? 0) - (failures.get(other.id) ?? 0),
    );
    for (const chore of chores.slice(0, atOnceMax)) {
      if (leadership.ended.aborted || !leadership.isLeading()) return;
      // Until it is done.
      failures.set(chore.id, ++tries);
      await doChore(given, chore);
      failures.delete(chore.id);
      pauseMs = 0;
    }
  };
  whileLeading(leadership, everyMs, work, (reason) => {
    pauseMs = Math.min(pauseMaxMs, Math.max(everyMs, 2 * pauseMs));
    dueMs = performance.now() + pauseMs;
    onTrouble(reason);
  });
}

const atOnceMax = 100;

async function doChore({ store, bearer, commit, onGivenUp }: ImageChores, chore: ImageChore): Promise<void> {
  try {
    const token = await bearer.get();
    try {
      await carryOut(store, chore, token ?? '');
    } catch (thrown) {
      if (!(thrown instanceof ImageUnwanted) || thrown.status !== 401) throw thrown;
      await carryOut(store, chore, (await bearer.getOtherThan(token)) ?? '');
    }
  } catch (thrown) {
    if (!(thrown instanceof ImageUnwanted)) throw thrown;
    onGivenUp(thrown, chore);
  }
  await commit({ kind: 'end-image-chore', chore });
}

async function carryOut(store: ImageStore, { work }: ImageChore, token: string): Promise<void> {
  switch (work.kind) {
    case 'discard':
      return await store.discard(work.imageId, token);
    case 'rotate': {
      const backups = await store.backupsLike(work, token);
      for (const id of backups.slice(work.rotation)) await store.discard(id, token);
      return;
    }
    default:
      return unreachable(work);
  }
}
