import type { Caller } from '@berth/api-kit/caller.ts';
import type { Image } from '../../domain/image.ts';
import { memberOf } from '../../domain/members.ts';
import { type App, isAdmin } from '../app.ts';
import type { ListQuery } from './list-query.ts';

/**
 * Whether an image is in somebody's lists: what all may use, what is theirs, and what is shared with them and they have accepted. Images
 * of communities are there when they are asked for.
 */
export function isListed(
  app: Pick<App, 'policy'>,
  caller: Caller,
  image: Image,
  { visibility, memberStatus }: Pick<ListQuery, 'visibility' | 'memberStatus'>,
): boolean {
  const isOwn = image.owner !== null && image.owner === caller.projectId;
  if (visibility === null && image.visibility === 'community' && !isOwn) return false;
  if (visibility !== null && visibility !== 'all' && image.visibility !== visibility) return false;
  if (isOwn || image.visibility === 'public' || image.visibility === 'community') return true;
  if (isAdmin(app, caller)) return true;
  if (image.visibility !== 'shared') return false;
  const status = memberOf(image, caller.projectId)?.status;
  return status !== undefined && (memberStatus === 'all' || status === memberStatus);
}
