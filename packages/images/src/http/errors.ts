import { badRequest, conflict, HttpError, notFound, unavailable } from '@berth/api-kit/http-error.ts';
import { ImagesRefusal, type ImagesRefusalKind, type ImagesRefusalReason } from '../domain/refusals.ts';
import { membersMax, propertiesMax, tagsMax } from '../domain/image.ts';
import { forbidden, RemarkedError } from './dialect/remarked-error.ts';

type Words = {
  readonly [Kind in ImagesRefusalKind]: (reason: Extract<ImagesRefusalReason, { kind: Kind }>) => HttpError;
};

/** How each refusal is told, where an endpoint has no words of its own for it. */
const words: Words = {
  'image-not-found': ({ id }) => notFound(`No image found with ID ${id}`),
  'image-id-exists': ({ id }) => conflict(`Image ID ${id} already exists!`),
  'image-is-protected': ({ id }) => forbidden(`Image ${id} is protected and cannot be deleted.`),
  'too-many-images': ({ most }) => tooMuch(`There are ${most} images, and no more can be made.`),
  'too-many-tags': ({ attempted }) => tooMany('image tags', attempted, tagsMax),
  'too-many-properties': ({ attempted }) => tooMany('image properties', attempted, propertiesMax),
  'properties-too-long': ({ most }) =>
    tooMuch(`The properties of an image may have ${most} characters together.`),
  'too-much-described': ({ most }) =>
    tooMuch(`The properties of all images together have ${most} characters, and no more can be taken.`),
  'too-many-members': ({ attempted }) => tooMany('image members', attempted, membersMax),
  'property-exists': ({ key }) => new RemarkedError(409, `Property ${key} already present.`),
  'property-not-found': ({ key }) => new RemarkedError(409, `Property ${key} does not exist.`),
  'format-is-settled': ({ field }) =>
    forbidden(`Attribute ${formats[field]} can be only replaced for a queued image.`),
  'formats-missing': ({ fields }) =>
    badRequest(
      `${fields.length === 1 ? 'Property' : 'Properties'} ${fields.map((field) => formats[field]).join(', ')} must be set prior to saving data.`,
    ),
  'upload-not-now': ({ status }) =>
    conflict(`Image status transition from ${status} to saving is not allowed`),
  'upload-is-over': ({ id }) =>
    new HttpError(
      410,
      `Image ${id} could not be found after upload. The image may have been deleted during the upload.`,
    ),
  'no-room-for-content': ({ sizeBytes, leftBytes }) => noRoom(sizeBytes, leftBytes),
  'activity-not-now': ({ change, status }) =>
    forbidden(`Not allowed to ${change} image in status '${status}'`),
  'tag-not-found': () => notFound(''),
  'members-of-unshared': () => forbidden('Only shared images have members.'),
  'member-exists': ({ id, projectId }) => conflict(`Member ${projectId} is duplicated for image ${id}`),
  'member-not-found': ({ id, projectId }) =>
    notFound(`${projectId} not found in the member list of the image ${id}.`),
};

const formats = { diskFormat: 'disk_format', containerFormat: 'container_format' } as const;

/** What a refusal is to clients; null where it is none. */
export function toHttpError(thrown: unknown): HttpError | null {
  if (!(thrown instanceof ImagesRefusal)) return null;
  const { reason } = thrown;
  // The table has a function for each kind; the compiler does not follow which it is.
  return (words[reason.kind] as (reason: ImagesRefusalReason) => HttpError)(reason);
}

export function tooMuch(detail: string): HttpError {
  return new HttpError(413, detail);
}

export function noRoom(sizeBytes: number, leftBytes: number): HttpError {
  return tooMuch(
    `Image exceeds the storage quota: The size of the data ${sizeBytes} will exceed the limit. ${leftBytes} bytes remaining.`,
  );
}

function tooMany(what: string, attempted: number, most: number): HttpError {
  return tooMuch(
    `The limit has been exceeded on the number of allowed ${what}. Attempted: ${attempted}, Maximum: ${most}`,
  );
}

export const tooManyUploads = () => unavailable('Too many images are being received at the moment.');
