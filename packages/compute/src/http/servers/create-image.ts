import type { Answer } from '@berth/api-kit/endpoint.ts';
import { badRequest, HttpError, unavailable } from '@berth/api-kit/http-error.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import { actionRules } from '@berth/compute-engine/servers/action-rules.ts';
import { checkMetadataCount } from '@berth/compute-engine/servers/change-metadata.ts';
import { checkAction } from '@berth/compute-engine/servers/check-action.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import { ImagesUnavailable, ImageUnwanted, type NewImage } from '../../images/images.ts';
import { askerOf } from '../asker-of.ts';
import { type ComputeContext, endpoint, json } from '../endpoint.ts';
import { versions } from '../versions.ts';
import { actionBody, actionRoute } from './action-endpoint.ts';
import { actOn } from './act-on-server.ts';
import { findServer, targetOf } from './find-server.ts';
import { requesterOf } from './requester-of.ts';
import { metadata, name } from './server-fragments.ts';

interface CreateImage {
  readonly name: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

const createImage: JsonSchema = {
  type: 'object',
  properties: { name, metadata },
  required: ['name'],
  additionalProperties: false,
};

/** An image of a server: it is begun in the image service, and filled by the server's host. */
export const createServerImage = endpoint({
  route: actionRoute('createImage'),
  input: actionBody<'createImage', CreateImage>('createImage', createImage),
  find: findServer,
  policy: 'os_compute_api:servers:create_image',
  target: targetOf,
  run: async (context, server, { createImage: asked }) => {
    const { app, headers, version } = context;
    if (countsMetadata.at(version))
      checkMetadataCount(app.cloud.compute, askerOf(context), asked.metadata ?? {});
    // Before there is an image; and again when it is decided.
    checkAction(server, actionRules.snapshot, requesterOf(context));
    const { store } = app.images;
    if (!store) throw badRequest('There is no image service that an image could be made in.');
    const token = headers['x-auth-token'] ?? '';
    const imageId = await begun(() => store.begin(newImage(context, server, asked), token));
    try {
      const answer = answers.at(version)?.(imageId, store.locationOf(imageId)) as Answer; // There is one for every version.
      return await actOn(context, server, { kind: 'snapshot', imageId }, answer);
    } catch (thrown) {
      await store.discard(imageId, token).catch(() => undefined); // What is to be told is why it came to nothing.
      throw thrown;
    }
  },
});

/** Up to 2.38 there is a limit to what is said of images. */
const countsMetadata = versions.ladder<boolean>(['2.1', true], ['2.39', false]);

/** What it answers with by hand is of another type. */
const plainType = 'text/html; charset=UTF-8';

const answers = versions.ladder<(id: string, location: string) => Answer>(
  [
    '2.1',
    (_id, location) => ({
      status: 202,
      contentType: plainType,
      headers: { location, 'content-type': plainType },
    }),
  ],
  ['2.45', (image_id) => json(202, { image_id })],
);

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
function newImage({ caller }: ComputeContext, server: Server, asked: CreateImage): NewImage {
  const { id, image, flavor, projectId } = server;
  const sharedWith = caller.projectId === projectId ? null : projectId;
  const origin = {
    ...(image ? { base_image_ref: image.id } : {}),
    instance_uuid: id,
    user_id: caller.userId ?? '',
    image_type: 'snapshot',
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
