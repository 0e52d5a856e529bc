import { badRequest } from '@berth/api-kit/http-error.ts';
import { aboutNobody, accepted, base, endpoint } from '../endpoint.ts';
import { findImage } from '../servers/find-image.ts';
import { cacheImagesBody } from './bodies.ts';
import { aggregateNumber, findAggregate } from './find-aggregate.ts';

/**
 * Asks the hosts of an aggregate to have images at hand. It is a wish, and nobody is told what became of it: hosts whose driver keeps no
 * images, which is all that there are, have nothing to do, as in the original.
 */
export const cacheImages = endpoint({
  route: `POST ${base}/os-aggregates/{aggregate_id}/images`,
  since: '2.81',
  input: cacheImagesBody,
  policy: 'compute:aggregates:images',
  target: aboutNobody,
  run: async (context, _found, { cache }) => {
    aggregateNumber(context);
    const ids = cache.map(({ id }) => id);
    if (new Set(ids).size < ids.length) throw badRequest('Duplicate images in request');
    findAggregate(context);
    for (const id of ids) {
      if (!(await findImage(context, id))) throw badRequest(`Image ${id} could not be found.`);
    }
    return accepted;
  },
});
