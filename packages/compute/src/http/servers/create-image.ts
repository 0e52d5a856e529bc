import type { Answer } from '@berth/api-kit/endpoint.ts';
import { badRequest, unavailable } from '@berth/api-kit/http-error.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import { actionRules } from '@berth/compute-engine/servers/action-rules.ts';
import { checkMetadataCount } from '@berth/compute-engine/servers/change-metadata.ts';
import { checkAction } from '@berth/compute-engine/servers/check-action.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import { ImagesUnavailable, type NewImage } from '../../images/images.ts';
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
    throw thrown;
  }
}

/** What it says of itself: what its server's image said, what its maker says, and whose server it was made of. */
function newImage({ caller }: ComputeContext, { id, image }: Server, asked: CreateImage): NewImage {
  const origin = {
    image_type: 'snapshot',
    instance_uuid: id,
    user_id: caller.userId ?? '',
    ...(image ? { base_image_ref: image.id } : {}),
  };
  return { name: asked.name, properties: { ...image?.properties, ...asked.metadata, ...origin } };
}
