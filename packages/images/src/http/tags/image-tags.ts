import { noContent } from '@berth/api-kit/endpoint.ts';
import { endpoint, type ImagesContext } from '../endpoint.ts';
import { checkImageMembers } from '../images/image-schema.ts';
import { aboutImage, checkOwner, type SeenImage, seenImage } from '../images/seen-image.ts';

const route = '/v2/images/{image_id}/tags/{tag}';

export const addTag = endpoint({
  route: `PUT ${route}`,
  input: (_sent, { params }) => checkImageMembers({ tags: [params['tag']] }),
  find: findTagged,
  policy: 'modify_image',
  target: aboutImage,
  run: async (context, { image: { id }, image }: SeenImage) => {
    checkOwner(context, image, `Not allowed to update tags for image ${id}.`);
    const { app, params, now } = context;
    await app.commit({ kind: 'add-image-tag', id, tag: params['tag'] ?? '', now }, () => undefined);
    return noContent;
  },
});

export const removeTag = endpoint({
  route: `DELETE ${route}`,
  find: findTagged,
  policy: 'modify_image',
  target: aboutImage,
  run: async (context, { image: { id }, image }: SeenImage) => {
    checkOwner(context, image, `Not allowed to delete tags for image ${id}.`);
    const { app, params, now } = context;
    await app.commit({ kind: 'remove-image-tag', id, tag: params['tag'] ?? '', now }, () => undefined);
    return noContent;
  },
});

function findTagged(context: ImagesContext): SeenImage {
  return seenImage(context, (id) => `Image ${id} not found.`);
}
