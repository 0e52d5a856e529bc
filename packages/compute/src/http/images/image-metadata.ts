import { noContent } from '@berth/api-kit/endpoint.ts';
import { badRequest, notFound } from '@berth/api-kit/http-error.ts';
import { checkMetadataCount } from '@berth/compute-engine/servers/change-metadata.ts';
import type { ProxiedImage } from '../../images/images.ts';
import { askerOf } from '../asker-of.ts';
import { base, type ComputeContext, endpoint, json } from '../endpoint.ts';
import { type Metadata, metadataBody } from '../servers/metadata-body.ts';
import { metadata } from '../servers/server-fragments.ts';
import { askImageService, imageIn } from './image-service.ts';

const path = `${base}/images/{image_id}/metadata`;
const until = '2.38';

export const listImageMetadata = endpoint({
  route: `GET ${path}`,
  until,
  policy: null,
  run: async (context) => json(200, { metadata: (await imageIn(context)).properties }),
});

export const showImageMetadata = endpoint({
  route: `GET ${path}/{key}`,
  until,
  policy: null,
  run: async (context) => {
    const { properties } = await imageIn(context);
    const key = keyIn(context);
    if (!Object.hasOwn(properties, key)) throw notFound('The resource could not be found.');
    return json(200, { meta: { [key]: properties[key] } });
  },
});

export const addImageMetadata = endpoint({
  route: `POST ${path}`,
  until,
  input: metadataBody<'metadata'>('metadata', metadata),
  policy: null,
  run: async (context, _found, { metadata: added }) => {
    const image = await imageIn(context);
    return json(200, { metadata: await become(context, image, { ...image.properties, ...added }) });
  },
});

export const replaceImageMetadata = endpoint({
  route: `PUT ${path}`,
  until,
  input: metadataBody<'metadata'>('metadata', metadata),
  policy: null,
  run: async (context, _found, { metadata: all }) =>
    json(200, { metadata: await become(context, await imageIn(context), all) }),
});

export const setImageMetadata = endpoint({
  route: `PUT ${path}/{key}`,
  until,
  input: metadataBody<'meta'>('meta', { ...metadata, minProperties: 1, maxProperties: 1 }),
  policy: null,
  run: async (context, _found, { meta }) => {
    if (!Object.hasOwn(meta, keyIn(context))) throw badRequest('Request body and URI mismatch');
    const image = await imageIn(context);
    await become(context, image, { ...image.properties, ...meta });
    return json(200, { meta });
  },
});

export const removeImageMetadata = endpoint({
  route: `DELETE ${path}/{key}`,
  until,
  policy: null,
  run: async (context) => {
    const image = await imageIn(context);
    const { [keyIn(context)]: _removed, ...rest } = image.properties;
    if (!Object.hasOwn(image.properties, keyIn(context))) throw notFound('Invalid metadata key');
    await become(context, image, rest);
    return noContent;
  },
});

/** Has the image service change what differs. */
async function become(context: ComputeContext, image: ProxiedImage, wanted: Metadata): Promise<Metadata> {
  checkMetadataCount(context.app.cloud.compute, askerOf(context), wanted);
  const changes = new Map<string, string | null>();
  for (const key of Object.keys(image.properties)) if (!Object.hasOwn(wanted, key)) changes.set(key, null);
  for (const [key, value] of Object.entries(wanted))
    if (image.properties[key] !== value) changes.set(key, value);
  await askImageService(context, (service, token) => service.change(image.id, changes, token));
  return wanted;
}

function keyIn({ params }: ComputeContext): string {
  return params['key'] as string; // The path has it.
}
