import type { ImagesChange } from './changes.ts';
import { type Image, type ImageId, type ImageMember, type MemberStatus, membersMax } from './image.ts';
import { imageOf } from './image-of.ts';
import type { Images } from './images-state.ts';
import { refuse } from './refusals.ts';

/** An image is shared with a project, which is to say whether it wants it in its lists. */
export interface AddImageMember {
  readonly kind: 'add-image-member';
  readonly id: ImageId;
  readonly projectId: string;
  readonly now: number;
}

export interface SetMemberStatus {
  readonly kind: 'set-member-status';
  readonly id: ImageId;
  readonly projectId: string;
  readonly status: MemberStatus;
  readonly now: number;
}

export interface RemoveImageMember {
  readonly kind: 'remove-image-member';
  readonly id: ImageId;
  readonly projectId: string;
}

export function addImageMember(
  images: Images,
  { id, projectId, now }: AddImageMember,
): readonly ImagesChange[] {
  const image = sharedImage(images, id);
  const { members } = image;
  if (members.length >= membersMax) refuse({ kind: 'too-many-members', attempted: members.length + 1 });
  if (memberOf(image, projectId)) refuse({ kind: 'member-exists', id, projectId });
  const member: ImageMember = { projectId, status: 'pending', createdAt: now, updatedAt: now };
  return withMembers(image, [...members, member]);
}

export function setMemberStatus(
  images: Images,
  { id, projectId, status, now }: SetMemberStatus,
): readonly ImagesChange[] {
  const image = sharedImage(images, id);
  if (!memberOf(image, projectId)) refuse({ kind: 'member-not-found', id, projectId });
  const changed = (member: ImageMember) =>
    member.projectId === projectId ? { ...member, status, updatedAt: now } : member;
  return withMembers(image, image.members.map(changed));
}

export function removeImageMember(
  images: Images,
  { id, projectId }: RemoveImageMember,
): readonly ImagesChange[] {
  const image = sharedImage(images, id);
  if (!memberOf(image, projectId)) refuse({ kind: 'member-not-found', id, projectId });
  return withMembers(
    image,
    image.members.filter((member) => member.projectId !== projectId),
  );
}

export function memberOf({ members }: Image, projectId: string | null): ImageMember | undefined {
  return members.find((member) => member.projectId === projectId);
}

function sharedImage(images: Images, id: string): Image {
  const image = imageOf(images, id);
  if (image.visibility !== 'shared') refuse({ kind: 'members-of-unshared' });
  return image;
}

/** What is said of the image itself is as it was, so that it counts as not changed. */
function withMembers(image: Image, members: readonly ImageMember[]): readonly ImagesChange[] {
  return [{ kind: 'image-set', image: { ...image, members } }];
}
