import { badRequest, HttpError, unavailable } from '@berth/api-kit/http-error.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import { type ImageStore, ImagesUnavailable, ImageUnwanted, type NewImage } from '../../images/images.ts';
import type { ComputeContext } from '../endpoint.ts';

export interface AskedImage {
  readonly name: string;
  readonly type: 'snapshot' | 'backup';
  readonly metadata: Readonly<Record<string, string>>;
}

/**
 * Begins an image of a server in the image service, for the server's host to fill, and does what is to be done with it. Where nothing comes of that,
 * the image goes again.
 */
export async function withNewImage<Result>(
  context: ComputeContext,
  server: Server,
  asked: AskedImage,
  use: (imageId: string, store: ImageStore) => Promise<Result>,
): Promise<Result> {
  const { app, headers } = context;
  const { store } = app.images;
  if (!store) throw badRequest('There is no image service that an image could be made in.');
  const token = headers['x-auth-token'] ?? '';
  const imageId = await begun(() => store.begin(newImage(context, server, asked), token));
  try {
    return await use(imageId, store);
  } catch (thrown) {
    await store.discard(imageId, token).catch(() => undefined); // What is to be told is why it came to nothing.
    throw thrown;
  }
}

async function begun(begin: () => Promise<string>): Promise<string> {
  try {
    return await begin();
  } catch (thrown) {
    if (thrown instanceof ImagesUnavailable) throw unavailable(thrown.message);
    if (thrown instanceof ImageUnwanted) throw new HttpError(clientStatus(thrown.status), thrown.message);
    throw thrown;
  }
}

/** Who may not is told so; all else is wrong with what is asked for. */
function clientStatus(status: number): number {
  return status === 401 || status === 403 || status === 413 ? status : 400;
}

/**
 * What it says of itself: what its server's image said, whose server it was made of, and what its maker says, which counts most. Where
 * that is somebody of another project, that of the server sees it, too.
 */
function newImage({ caller }: ComputeContext, server: Server, asked: AskedImage): NewImage {
  const { id, image, flavor, projectId } = server;
  const sharedWith = caller.projectId === projectId ? null : projectId;
  const origin = {
    ...(image ? { base_image_ref: image.id } : {}),
    instance_uuid: id,
    user_id: caller.userId ?? '',
    image_type: asked.type,
    ...(sharedWith === null ? {} : { instance_owner: sharedWith }),
  };
  const properties = { ...inherited(image?.properties ?? {}), ...origin, ...asked.metadata };
  return { name: asked.name, properties, minDiskGb: flavor.rootGb, sharedWith };
}

function inherited(properties: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const kept = Object.entries(properties).filter(
    ([key]) => !ofOneImage.has(key) && !key.startsWith('os_glance'),
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, value.slice(0, 255)]));
}

/** What holds of the bytes of one image, and of no other. */
const ofOneImage: ReadonlySet<string> = new Set([
  'cache_in_nova',
  'bittorrent',
  'cinder_encryption_key_id',
  'cinder_encryption_key_deletion_policy',
  'img_signature',
  'img_signature_hash_method',
  'img_signature_key_type',
  'img_signature_certificate_uuid',
]);
