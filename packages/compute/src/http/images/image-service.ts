import { HttpError, notFound, unavailable } from '@berth/api-kit/http-error.ts';
import { type ImageProxy, ImagesUnavailable, ImageUnwanted, type ProxiedImage } from '../../images/images.ts';
import type { ComputeContext } from '../endpoint.ts';

/** Asks the image service as whoever asks us, and says no in Nova's words where it does. */
export async function askImageService<Result>(
  { app, headers }: ComputeContext,
  ask: (service: ImageProxy, token: string) => Promise<Result>,
): Promise<Result> {
  const { proxy } = app.images;
  if (!proxy) throw notFound('The resource could not be found.');
  try {
    return await ask(proxy, headers['x-auth-token'] ?? '');
  } catch (thrown) {
    if (thrown instanceof ImagesUnavailable) throw unavailable(thrown.message);
    if (!(thrown instanceof ImageUnwanted)) throw thrown;
    if (thrown.status === 404) throw noImage();
    if (thrown.status === 403) throw new HttpError(403, thrown.message);
    throw new HttpError(400, thrown.message);
  }
}

/** The image that a path is about. */
export async function imageIn(context: ComputeContext): Promise<ProxiedImage> {
  const id = context.params['image_id'] as string; // All paths have it under this name.
  const image = await askImageService(context, (service, token) => service.show(id, token));
  if (image === null) throw noImage();
  return image;
}

function noImage(): HttpError {
  return notFound('Image not found.');
}
