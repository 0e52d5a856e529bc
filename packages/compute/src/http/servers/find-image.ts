import { badRequest, HttpError, unavailable } from '@berth/api-kit/http-error.ts';
import {
  checkFlavorAndImage,
  type Circumstances,
} from '@berth/extra-specs/flavor-and-image/check-flavor-and-image.ts';
import { answerTo } from '@berth/extra-specs/flavor-and-image/image-rule.ts';
import type { Problem } from '@berth/extra-specs/problem.ts';
import type { Server, ServerFlavor, ServerImage } from '@berth/compute-engine/servers/server.ts';
import { type ImageFacts, ImageForbidden, ImagesUnavailable } from '../../images/images.ts';
import type { ComputeContext } from '../endpoint.ts';

/** The image that a client names; null where there is none that they may see. */
export async function findImage({ app, headers }: ComputeContext, id: string): Promise<ImageFacts | null> {
  try {
    return await app.images.find(id, headers['x-auth-token'] ?? '');
  } catch (thrown) {
    if (thrown instanceof ImagesUnavailable) throw unavailable(thrown.message);
    if (thrown instanceof ImageForbidden) throw badRequest(thrown.message);
    throw thrown;
  }
}

/** Whether a server can be made of the two. The first thing that is wrong is told, as in the original. */
export function checkImage(flavor: ServerFlavor, image: ImageFacts, circumstances: Circumstances): void {
  refuseFirst(checkFlavorAndImage(flavorIn(flavor), imageIn(image), circumstances), circumstances);
}

function refuseFirst(problems: readonly Problem[], { operation }: Circumstances): void {
  const refused = problems.find(({ severity }) => severity === 'error');
  const answer = refused && answerTo(refused, operation);
  if (answer) throw new HttpError(answer.status, answer.message);
}

function flavorIn({ name, memoryMb, vcpus, rootGb, extraSpecs }: ServerFlavor) {
  return { name, ram: memoryMb, vcpus, disk: rootGb, extraSpecs };
}

export function imageIn(image: ImageFacts) {
  const { id, name, status, sizeBytes, minMemoryMb, minDiskGb, properties } = image;
  return { id, name, status, size: sizeBytes, minRam: minMemoryMb, minDisk: minDiskGb, properties };
}

/** The same of a server that is to have another flavor: by what is kept of its image. */
export function checkKeptImage(flavor: ServerFlavor, server: Server, circumstances: Circumstances): void {
  const { id, properties, minMemoryMb, minDiskGb } = server.image ?? { id: '', properties: {} };
  const image = { id, properties, minRam: minMemoryMb ?? 0, minDisk: minDiskGb ?? server.flavor.rootGb };
  refuseFirst(checkFlavorAndImage(flavorIn(flavor), image, circumstances), circumstances);
}

/**
 * What is kept of it with the server, whose disk is never to be smaller; and of each property as much as the original keeps. Whoever has
 * images may say of them what they like.
 */
export function serverImageOf(image: ImageFacts, { rootGb }: ServerFlavor): ServerImage {
  const { id, minMemoryMb, minDiskGb, diskFormat } = image;
  const kept = Object.entries(image.properties).map(([key, value]) => [key, cutProperty(value)]);
  const properties: Readonly<Record<string, string>> = Object.fromEntries(kept);
  return {
    id,
    properties,
    minMemoryMb,
    minDiskGb: Math.max(minDiskGb, rootGb),
    ...(diskFormat === null ? {} : { diskFormat }),
  };
}

/** A character may be two of these, and half of it is none. */
function cutProperty(value: string): string {
  return value.length <= propertyMax ? value : value.slice(0, propertyMax).replace(/[\ud800-\udbff]$/, '');
}

const propertyMax = 255;

/** Whether the image wants a drive with its settings, whatever is asked for. */
export function wantsConfigDrive({ properties }: ImageFacts): boolean {
  return properties['img_config_drive'] === 'mandatory';
}
