import { ServiceError } from '@berth/client/service-error.ts';
import { Unreachable } from '@berth/client/transport.ts';
import type { Cloud } from '../asking/cloud.ts';
import { isUuid } from '../asking/is-uuid.ts';
import { textAt, type Thing, thingsAt } from '../asking/service.ts';
import { CommandFailure } from '../command/command-failure.ts';

/** The id of an image. Without an image service that can be asked, only ids are known. */
export async function imageId(cloud: Cloud, text: string): Promise<string> {
  if (isUuid(text)) return text;
  const images = await cloud.images();
  if (images === null)
    throw new CommandFailure(
      `No image service is known here, so an image has to be called by its id, not '${text}'.`,
    );
  const [found, ...others] = thingsAt(await images.get('/images', { name: text }), 'images');
  if (others.length > 0) throw new CommandFailure(`More than one image exists with the name '${text}'.`);
  if (found === undefined) throw new CommandFailure(`No image with a name or ID of '${text}' exists.`);
  return textAt(found, 'id');
}

/** The name of an image; null where nobody can tell. What a server is made of is not crucial to whoever looks at it. */
export async function imageName(cloud: Cloud, id: string): Promise<string | null> {
  const images = await cloud.images();
  const found = await images?.find(`/images/${encodeURIComponent(id)}`).catch(notCrucial);
  return found ? textAt(found, 'name') : null;
}

/** Names by id, of all images that there are. */
export async function imageNames(cloud: Cloud): Promise<ReadonlyMap<string, string>> {
  const images = await cloud.images();
  const names = new Map<string, string>();
  if (images === null) return names;
  let path: string | null = '/images';
  while (path !== null) {
    const page: Thing = (await images.get(path).catch(notCrucial)) ?? {};
    for (const image of thingsAt(page, 'images')) names.set(textAt(image, 'id'), textAt(image, 'name'));
    const next: string = textAt(page, 'next');
    path = next === '' ? null : next.replace(/^\/v2/, '');
  }
  return names;
}

/** The id of an image with all these properties. */
export async function imageWith(cloud: Cloud, properties: Readonly<Record<string, string>>): Promise<string> {
  const images = await cloud.images();
  const all = images === null ? [] : thingsAt(await images.get('/images'), 'images');
  const found = all.find((image) =>
    Object.entries(properties).every(([name, value]) => image[name] === value),
  );
  if (found === undefined)
    throw new CommandFailure('No images match the property expected by --image-property');
  return textAt(found, 'id');
}

/** Servers are shown also while images cannot be asked for, or not by everybody. */
function notCrucial(error: unknown): null {
  if (error instanceof ServiceError || error instanceof Unreachable) return null;
  throw error;
}
