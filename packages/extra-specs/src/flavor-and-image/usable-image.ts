import { pythonText } from '../python/python-text.ts';
import { imageId, refuse, type Server } from './server.ts';

/** Everything in the image that could not be read. */
export function readableImage(server: Server): void {
  const told = new Set(server.problems.map(({ key }) => key));
  server.problems.push(...server.reading.problems.filter(({ key }) => !told.has(key)));
}

export function activeImage(server: Server): void {
  const { status } = server.image;
  if (status === undefined || status === 'active') return;
  const text = `Image ${imageId(server)} is not active.`;
  refuse(server, { rule: 'image-not-active', key: 'status', value: status, text });
}

/** An image of an encrypted volume can only become a new volume again. */
export function bootableImage(server: Server): void {
  const { image, circumstances } = server;
  const property = 'cinder_encryption_key_id';
  const key = Object.hasOwn(image.properties, property) ? image.properties[property] : null;
  const isForVolume = circumstances.operation === 'create' && circumstances.isVolumeBacked === true;
  if (isForVolume || !key) return;
  refuse(server, {
    rule: 'image-unacceptable',
    key: property,
    value: pythonText(key),
    text:
      `Image ${imageId(server)} is unacceptable: Direct booting of an image uploaded ` +
      'from an encrypted volume is unsupported.',
  });
}

/** Asked before the properties are read, where they are not read first. */
export function configDrive(server: Server): void {
  const property = 'img_config_drive';
  const { properties } = server.image;
  if (!Object.hasOwn(properties, property) || isTold(server, property)) return;
  const option = properties[property];
  if (option === 'optional' || option === 'mandatory') return;
  refuse(server, {
    rule: 'invalid-image-config-drive',
    key: property,
    value: pythonText(option),
    text: `Image's config drive option '${pythonText(option)}' is invalid`,
    suggestion: suggestionFor(server, property),
  });
}

/** A rebuild looks at it before anything else, and says it in its own words. */
export function knownArchitecture(server: Server): void {
  const property = 'hw_architecture';
  const { properties } = server.image;
  const isRefused = server.reading.problems.some(({ key }) => key === property);
  if (!isRefused || !properties[property]) return;
  refuse(server, {
    rule: 'invalid-architecture-name',
    key: property,
    value: pythonText(properties[property]),
    text: `Architecture name '${pythonText(properties[property])}' is not recognised`,
    suggestion: suggestionFor(server, property),
  });
}

function isTold({ problems }: Server, property: string): boolean {
  return problems.some(({ key }) => key === property);
}

/** Found when the property was read. */
function suggestionFor({ reading }: Server, property: string): string | null {
  return reading.problems.find(({ key }) => key === property)?.suggestion ?? null;
}
