import type { Caller } from '@berth/api-kit/caller.ts';
import { notFound } from '@berth/api-kit/http-error.ts';
import type { PolicyTarget } from '@berth/api-kit/policy.ts';
import type { Image } from '../../domain/image.ts';
import { memberOf } from '../../domain/members.ts';
import { type App, isAdmin } from '../app.ts';
import { forbidden } from '../dialect/remarked-error.ts';
import type { ImagesContext } from '../endpoint.ts';

/** An image, as somebody may see it. */
export interface SeenImage {
  readonly image: Image;
  /** The caller's project, where it sees the image because it is shared with it. */
  readonly memberId: string | null;
}

/** The image that the path names; for whom it is not to be seen there is none. */
export function seenImage(
  { app, caller, params }: Pick<ImagesContext, 'app' | 'caller' | 'params'>,
  missing: (id: string) => string = (id) => `No image found with ID ${id}`,
): SeenImage {
  const id = params['image_id'] ?? '';
  const image = app.images.get(id);
  if (!image || !isVisible(app, caller, image)) throw notFound(missing(id));
  return seenBy(caller, image);
}

export function seenBy({ projectId }: Pick<Caller, 'projectId'>, image: Image): SeenImage {
  const isMember = image.visibility === 'shared' && memberOf(image, projectId) !== undefined;
  return { image, memberId: isMember ? projectId : null };
}

/** What rules are asked about. */
export function targetOf({ image: { owner, visibility }, memberId }: SeenImage): PolicyTarget {
  return { project_id: owner, owner, visibility, member_id: memberId };
}

export const aboutImage = (_asked: unknown, found: SeenImage): PolicyTarget => targetOf(found);

/** Whoever it is told may see it; in a list it may still not be. */
export function isVisible(app: Pick<App, 'policy'>, caller: Caller, image: Image): boolean {
  const { visibility, owner } = image;
  if (visibility === 'public' || visibility === 'community' || owner === null) return true;
  if (owner === caller.projectId || isAdmin(app, caller)) return true;
  return visibility === 'shared' && memberOf(image, caller.projectId) !== undefined;
}

/** Only its owner may change an image, and administrators. With the newer rules it is they that say so. */
export function checkOwner(
  { app, caller }: Pick<ImagesContext, 'app' | 'caller'>,
  { owner }: Image,
  words = 'You do not own this image',
): void {
  if (!app.settings.checksOwners() || isAdmin(app, caller)) return;
  if (owner === null || owner !== caller.projectId) throw forbidden(words);
}
