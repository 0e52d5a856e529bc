import { endpoint, json } from '../endpoint.ts';
import { imageView } from './image-view.ts';
import { aboutImage, type SeenImage, seenImage } from './seen-image.ts';

export const showImage = endpoint({
  route: 'GET /v2/images/{image_id}',
  find: (context) => seenImage(context),
  policy: 'get_image',
  target: aboutImage,
  run: (_context, { image }: SeenImage) => json(200, imageView(image)),
});
