import type { FileHandle } from 'node:fs/promises';
import { type Answer, noContent } from '@berth/api-kit/endpoint.ts';
import { unavailable } from '@berth/api-kit/http-error.ts';
import { isAdmin } from '../app.ts';
import { forbidden } from '../dialect/remarked-error.ts';
import { endpoint } from '../endpoint.ts';
import { aboutImage, type SeenImage, seenImage } from '../images/seen-image.ts';
import { type ByteRange, byteRange } from './byte-range.ts';

/** The content, or a part of it: whoever was cut off can go on where it was. */
export const downloadImage = endpoint({
  route: 'GET /v2/images/{image_id}/file',
  find: ({ app, caller, params }) => {
    const seen = seenImage({ app, caller, params });
    if (seen.image.status === 'deactivated' && !isAdmin(app, caller))
      throw forbidden('The requested image has been deactivated. Image data download is forbidden.');
    return seen;
  },
  policy: 'download_image',
  target: aboutImage,
  run: async ({ app, headers }, { image: { content } }: SeenImage): Promise<Answer> => {
    // What is no range is refused, whether there is something to take a part of or not.
    const range = byteRange(headers, content?.sizeBytes ?? Number.MAX_SAFE_INTEGER);
    if (content === null) return noContent;
    const { sizeBytes, md5 } = content;
    const { first, last } = range ?? { first: 0, last: sizeBytes - 1 };
    if (!(await app.uploads.isThere(content)))
      throw unavailable('The content of the image is not where it was put.');
    return {
      status: range === null ? 200 : 206,
      contentType: 'application/octet-stream',
      headers: {
        'content-md5': md5,
        'content-length': String(last - first + 1),
        ...(range === null ? {} : { 'content-range': `bytes ${first}-${last}/${sizeBytes}` }),
      },
      body: (unwanted) => piecesOf(() => app.uploads.open(content), { first, last }, unwanted),
    };
  },
});

/**
 * Of the file, which is closed with it, whether it comes to its end or is left. It is opened when the first piece is asked for: a client that is gone by then
 * never asks, and nobody would close it.
 */
async function* piecesOf(
  open: () => Promise<FileHandle>,
  { first, last }: ByteRange,
  unwanted: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const file = await open();
  try {
    for (let at = first; at <= last && !unwanted.aborted; ) {
      const piece = Buffer.allocUnsafe(Math.min(pieceBytes, last + 1 - at));
      const { bytesRead } = await file.read(piece, 0, piece.length, at);
      if (bytesRead === 0) throw new Error('a file of an image is shorter than it was');
      at += bytesRead;
      yield bytesRead === piece.length ? piece : piece.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

const pieceBytes = 256 * 1024;
