import type { ImageAnswer } from './masked.ts';
import type { ImageRequest } from './random-request.ts';

/** A difference that is meant to be. */
export interface Explained {
  readonly id: string;
  readonly describe: string;
  /** Why ours is right. */
  readonly reason: string;
  readonly covers: (request: ImageRequest, ours: ImageAnswer, theirs: ImageAnswer) => boolean;
}

export const explained: readonly Explained[] = [
  {
    id: 'internal-errors-of-glance',
    describe:
      'Where Glance meets an error that it did not expect (500), the answer here is a refusal in words, or what was asked for.',
    reason: 'Nothing that a client sends is a fault of the service.',
    covers: (_request, ours, theirs) => theirs.status === 500 && ours.status < 500,
  },
  {
    id: 'ids-of-deleted-images',
    describe:
      'An image may be made with the id of one that was deleted; Glance keeps deleted ones until an operator removes them, and answers with 409.',
    reason: 'What is deleted is gone. Whoever names ids has to name new ones.',
    covers: ({ method, path }, ours, theirs) =>
      method === 'POST' && path === '/v2/images' && theirs.status === 409 && ours.status === 201,
  },
  {
    id: 'markers-that-are-not-seen',
    describe:
      'A list behind an image that the caller may not see is refused with 400, as one behind an image that does not exist. Glance answers with 403, and names it.',
    reason: 'Nobody is to learn which images there are that they do not see.',
    covers: ({ path }, ours, theirs) =>
      path.includes('marker=') && theirs.status === 403 && ours.status === 400,
  },
  {
    id: 'pages-of-images-sorted-by-what-is-missing',
    describe:
      'Where a list is sorted by something that the marker does not have (a name, a format, a size), the next page goes on behind the marker. In Glance images without it are on no page.',
    reason: 'Who goes through all pages sees all images.',
    covers: ({ path }, ours, theirs) =>
      path.includes('marker=') &&
      /sort(_key)?=[^&]*(name|size|_format)/.test(path) &&
      ours.status === 200 &&
      theirs.status === 200,
  },
  {
    id: 'ranges-of-nothing',
    describe:
      'The last bytes of an empty content are refused (416), as all parts of it are. Glance answers with 206, and says that they are those from 0 to -1.',
    reason: 'There are none.',
    covers: ({ headers }, ours, theirs) =>
      headers['range'] !== undefined && ours.status === 416 && theirs.status === 206 && theirs.text === '',
  },
  {
    id: 'owners-that-are-added',
    describe:
      'Only administrators give an image to another project, whether a patch replaces its owner or adds one. Glance lets everybody do the latter.',
    reason: 'Whoever could would put images among those that another project takes for its own.',
    covers: ({ method, body = '' }, ours) =>
      method === 'PATCH' && body.includes('"/owner"') && ours.status === 403,
  },
];
