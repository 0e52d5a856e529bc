import type { Answer } from '@berth/api-kit/endpoint.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import { actionRules } from '@berth/compute-engine/servers/action-rules.ts';
import { checkMetadataCount } from '@berth/compute-engine/servers/change-metadata.ts';
import { checkAction } from '@berth/compute-engine/servers/check-action.ts';
import { askerOf } from '../asker-of.ts';
import { endpoint, json } from '../endpoint.ts';
import { versions } from '../versions.ts';
import { actionBody, actionRoute } from './action-endpoint.ts';
import { actOn } from './act-on-server.ts';
import { findServer, targetOf } from './find-server.ts';
import { requesterOf } from './requester-of.ts';
import { metadata, name } from './server-fragments.ts';
import { withNewImage } from './with-new-image.ts';

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
    const { app, version } = context;
    if (countsMetadata.at(version))
      checkMetadataCount(app.cloud.compute, askerOf(context), asked.metadata ?? {});
    // Before there is an image; and again when it is decided.
    checkAction(server, actionRules.snapshot, requesterOf(context));
    const { name: asName, metadata: words = {} } = asked;
    return withNewImage(
      context,
      server,
      { name: asName, type: 'snapshot', metadata: words },
      (imageId, store) => {
        const answer = answers.at(version)?.(imageId, store.locationOf(imageId)) as Answer; // There is one for every version.
        return actOn(context, server, { kind: 'snapshot', imageId }, answer);
      },
    );
  },
});

/** Up to 2.38 there is a limit to what is said of images. */
export const countsMetadata = versions.ladder<boolean>(['2.1', true], ['2.39', false]);

/** What it answers with by hand is of another type. */
export const plainType = 'text/html; charset=UTF-8';

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
