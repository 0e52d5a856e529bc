import { noContent } from '@berth/api-kit/endpoint.ts';
import { badRequest } from '@berth/api-kit/http-error.ts';
import type { ProxiedImage } from '../../images/images.ts';
import { base, type ComputeContext, endpoint, json } from '../endpoint.ts';
import { nextLink } from '../paging.ts';
import { askImageService, imageIn } from './image-service.ts';
import { briefImage, imageInFull } from './image-view.ts';

/** Up to 2.35 compute passes on what is asked about images; who may what is said by the image service. */
const until = '2.35';

export const listImages = listAt('images', briefImage);
export const listImagesInDetail = listAt('images/detail', imageInFull);

export const showImage = endpoint({
  route: `GET ${base}/images/{image_id}`,
  until,
  policy: null,
  run: async (context) => json(200, { image: imageInFull(context, await imageIn(context)) }),
});

export const deleteImage = endpoint({
  route: `DELETE ${base}/images/{image_id}`,
  until,
  policy: null,
  run: async (context) => {
    const id = context.params['image_id'] as string; // The path has it.
    await askImageService(context, (service, token) => service.remove(id, token));
    return noContent;
  },
});

function listAt(path: string, view: (context: ComputeContext, image: ProxiedImage) => object) {
  return endpoint({
    route: `GET ${base}/${path}`,
    until,
    policy: null,
    run: async (context) => {
      const limit = limitIn(context);
      const query = new URLSearchParams({ limit: String(limit ?? context.app.settings.pageMax) });
      for (const name of ['marker', 'name', 'status']) {
        const value = context.query.last(name);
        if (value !== undefined) query.set(name, name === 'status' ? statusAsked(value) : value);
      }
      const images = await askImageService(context, (service, token) => service.list(query, token));
      const last = images.at(-1);
      const isFull = last !== undefined && images.length === limit;
      return json(200, {
        images: images.map((image) => view(context, image)),
        ...(isFull ? { images_links: [nextLink(context, path, last.id)] } : {}),
      });
    },
  });
}

/** Null where none, or 0, is asked for. */
function limitIn({ query, app }: ComputeContext): number | null {
  const text = query.last('limit');
  if (text === undefined) return null;
  if (!/^[+-]?\d+$/.test(text.trim())) throw badRequest('Invalid input received: limit must be an integer');
  const limit = Number(text);
  if (limit < 0) throw badRequest('Invalid input received: limit must be >= 0');
  return limit === 0 ? null : Math.min(limit, app.settings.pageMax);
}

/** Compute has other words for them; of those that stand for two, the one that lasts. */
function statusAsked(status: string): string {
  return { ACTIVE: 'active', SAVING: 'saving', ERROR: 'killed', DELETED: 'deleted' }[status] ?? status;
}
