import { noContent } from '@berth/api-kit/endpoint.ts';
import { endpoint } from '../endpoint.ts';
import { aboutImage, checkOwner, type SeenImage, seenImage } from './seen-image.ts';

export const deleteImage = endpoint({
  route: 'DELETE /v2/images/{image_id}',
  find: (context) => seenImage(context, (id) => `Failed to find image ${id} to delete`),
  policy: 'delete_image',
  target: aboutImage,
  run: async (context, { image }: SeenImage) => {
    checkOwner(context, image);
    const { app } = context;
    await app.commit({ kind: 'delete-image', id: image.id }, () => undefined);
    await app.uploads.discard(image);
    return noContent;
  },
});
