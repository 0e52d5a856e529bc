import { noContent } from '@berth/api-kit/endpoint.ts';
import { badRequest, HttpError } from '@berth/api-kit/http-error.ts';
import { streamBody } from '@berth/api-kit/request.ts';
import { endpoint } from '../endpoint.ts';
import { aboutImage, checkOwner, type SeenImage, seenImage } from '../images/seen-image.ts';

/** Nothing of what is sent is read before it is known that it is wanted. */
export const uploadImage = endpoint({
  route: 'PUT /v2/images/{image_id}/file',
  input: (_sent, { headers }) => {
    const type = headers['content-type']?.split(';')[0]?.trim();
    if (type !== undefined && type !== '' && type !== 'application/octet-stream')
      throw new HttpError(415, '');
    return sentMd5(headers['content-md5']);
  },
  find: (context) => seenImage(context),
  policy: 'upload_image',
  target: aboutImage,
  run: async (context, { image }: SeenImage, md5: string | null) => {
    checkOwner(context, image, `Not allowed to upload image data for image ${image.id}`);
    const { app, unread } = context;
    await app.uploads.receive(image, { pieces: streamBody(unread), length: unread.length, md5 });
    return noContent;
  },
});

/** As hexadecimal digits, which is how content is given out here, or as base64, which is how everybody else writes it. */
function sentMd5(header: string | undefined): string | null {
  if (header === undefined || header === '') return null;
  if (/^[0-9a-f]{32}$/i.test(header)) return header.toLowerCase();
  if (/^[\w+/]{22}==$/.test(header)) return Buffer.from(header, 'base64').toString('hex');
  throw badRequest('Content-MD5 is no MD5.');
}
