import { noContent } from '@berth/api-kit/endpoint.ts';
import { badRequest, notFound } from '@berth/api-kit/http-error.ts';
import { isObject } from '@berth/api-kit/json/json-type.ts';
import { type Image, type ImageMember, type MemberStatus, memberStatuses } from '../../domain/image.ts';
import type { Images } from '../../domain/images-state.ts';
import { memberOf } from '../../domain/members.ts';
import { isAdmin } from '../app.ts';
import { forbidden } from '../dialect/remarked-error.ts';
import { endpoint, type ImagesContext, json } from '../endpoint.ts';
import { shownTime } from '../images/image-view.ts';
import { aboutImage, isVisible, type SeenImage, seenImage, targetOf } from '../images/seen-image.ts';
import { takenJson } from '../taken-json.ts';

const members = '/v2/images/{image_id}/members';
const member = `${members}/{member_id}`;

export const listMembers = endpoint({
  route: `GET ${members}`,
  find: (context) => {
    const seen = findShared(context);
    const { id, visibility } = seen.image;
    if (visibility !== 'shared')
      throw forbidden(`Not allowed to list members for image ${id}: Only shared images have members.`);
    return seen;
  },
  policy: 'get_members',
  target: aboutImage,
  run: ({ app, caller }, { image }: SeenImage) => {
    const isWhole = isAdmin(app, caller) || image.owner === caller.projectId;
    // A member sees itself, and nobody else.
    const shown = image.members.filter(({ projectId }) => isWhole || projectId === caller.projectId);
    return json(200, {
      members: shown.map((each) => memberView(image, each)),
      schema: '/v2/schemas/members',
    });
  },
});

export const showMember = endpoint({
  route: `GET ${member}`,
  find: (context) => {
    const seen = findShared(context);
    if (seen.image.visibility !== 'shared') throw notFound('Only shared images have members.');
    return seen;
  },
  policy: 'get_member',
  target: aboutImage,
  run: (context, { image }: SeenImage) => json(200, memberView(image, memberInPath(context, image))),
});

export const addMember = endpoint({
  route: `POST ${members}`,
  takes: 'json',
  input: takeMember,
  find: (context) =>
    findChangeable(context, 'create', ({ owner }) => owner !== null && owner === context.caller.projectId),
  policy: 'add_member',
  target: aboutImage,
  run: async ({ app, now }, { image: { id } }: SeenImage, projectId: string) => {
    const view = await app.commit({ kind: 'add-image-member', id, projectId, now }, (images) =>
      viewIn(images, id, projectId),
    );
    return json(200, view);
  },
});

export const setMemberStatus = endpoint({
  route: `PUT ${member}`,
  takes: 'json',
  input: takeStatus,
  find: (context) => {
    const seen = findChangeable(context, 'update', ({ owner }) => owner !== context.caller.projectId);
    memberInPath(context, seen.image);
    return seen;
  },
  policy: 'modify_member',
  // Only the member itself says whether it wants the image.
  target: ({ params }, seen: SeenImage) => ({ ...targetOf(seen), member_id: params['member_id'] ?? '' }),
  run: async ({ app, params, now }, { image: { id } }: SeenImage, given: unknown) => {
    const status = knownStatus(given);
    const projectId = params['member_id'] ?? '';
    const view = await app.commit({ kind: 'set-member-status', id, projectId, status, now }, (images) =>
      viewIn(images, id, projectId),
    );
    return json(200, view);
  },
});

export const removeMember = endpoint({
  route: `DELETE ${member}`,
  find: (context) => {
    const seen = findChangeable(context, 'delete', ({ owner }) => owner === context.caller.projectId);
    memberInPath(context, seen.image);
    return seen;
  },
  policy: 'delete_member',
  target: aboutImage,
  run: async ({ app, params }, { image: { id } }: SeenImage) => {
    const projectId = params['member_id'] ?? '';
    await app.commit({ kind: 'remove-image-member', id, projectId }, () => undefined);
    return noContent;
  },
});

function findShared(context: ImagesContext): SeenImage {
  return seenImage(context, (id) => `Image ${id} not found.`);
}

/** With the older rules it is looked besides whose image it is: its owner shares it, and others say whether they want it. */
function findChangeable(
  context: ImagesContext,
  verb: 'create' | 'update' | 'delete',
  isFor: (image: Image) => boolean,
): SeenImage {
  const { app, caller } = context;
  const seen = findShared(context);
  const { image } = seen;
  const mayDo = !app.settings.checksOwners() || isAdmin(app, caller) || isFor(image);
  if (image.visibility !== 'shared' || !mayDo)
    throw forbidden(`Not allowed to ${verb} members for image ${image.id}.`);
  return seen;
}

/** The one that the path names; whose image it is sees all of them, others see themselves. */
function memberInPath({ app, caller, params }: ImagesContext, image: Image): ImageMember {
  const projectId = params['member_id'] ?? '';
  const found = memberOf(image, projectId);
  const sees = isAdmin(app, caller) || image.owner === caller.projectId || projectId === caller.projectId;
  if (found && sees && isVisible(app, caller, image)) return found;
  throw notFound(`${projectId} not found in the member list of the image ${image.id}.`);
}

function takeMember(sent: unknown): string {
  const body = takenJson(sent);
  if (!isObject(body)) throw badRequest('Expected a member in the form: {"member": "image_id"}');
  if (!Object.hasOwn(body, 'member')) throw badRequest('Member to be added not specified');
  const { member } = body;
  if (member === '' || member === null) throw badRequest("Member can't be empty");
  if (typeof member !== 'string' || member.length > 255)
    throw badRequest('A member is the id of a project, a text of 255 characters at most.');
  return member;
}

/** Whether there is such a status is asked later. */
function takeStatus(sent: unknown): unknown {
  const body = takenJson(sent);
  if (!isObject(body)) throw badRequest('Expected a status in the form: {"status": "status"}');
  if (!Object.hasOwn(body, 'status')) throw badRequest('Status not specified');
  return body['status'];
}

function knownStatus(given: unknown): MemberStatus {
  const status = memberStatuses.find((each) => each === given);
  if (status !== undefined) return status;
  throw badRequest('Incorrect request: Status must be "pending", "accepted" or "rejected".');
}

function viewIn(images: Images, id: string, projectId: string): Record<string, unknown> {
  const image = images.get(id) as Image; // It has just been changed, and so has its member.
  return memberView(image, memberOf(image, projectId) as ImageMember);
}

function memberView(
  { id }: Image,
  { projectId, status, createdAt, updatedAt }: ImageMember,
): Record<string, unknown> {
  return {
    member_id: projectId,
    image_id: id,
    status,
    created_at: shownTime(createdAt),
    updated_at: shownTime(updatedAt),
    schema: '/v2/schemas/member',
  };
}
