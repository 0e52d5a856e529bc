import { listAnswer } from '@berth/api-kit/list-answer.ts';
import type { Image } from '../../domain/image.ts';
import { endpoint } from '../endpoint.ts';
import { imageView } from './image-view.ts';
import { type ListQuery, takeListQuery } from './list-query.ts';
import { isBehind, sortedImages } from './sorted-images.ts';
import { isVisible, seenBy, targetOf } from './seen-image.ts';
import { badRequest } from '@berth/api-kit/http-error.ts';
import { isListed } from './is-listed.ts';
import { withQuery } from './with-query.ts';

export const listImages = endpoint({
  route: 'GET /v2/images',
  input: (_sent, { query }) => takeListQuery(query),
  policy: 'get_images',
  takesTurns: true,
  run: (context, _found, asked: ListQuery) => {
    const { app, caller, query } = context;
    const { order, limit, conditions } = asked;
    const marker = asked.marker === null ? null : markerOf(asked.marker);
    const matching: Image[] = [];
    for (const image of app.images.values()) {
      if (!isListed(app, caller, image, asked) || !conditions.every((holds) => holds(image))) continue;
      if (marker === null || isBehind(marker, image, order)) matching.push(image);
    }
    const page = sortedImages(matching, order).slice(0, limit);
    // What a rule hides is missing in its page, and is not made up for: as in the original.
    const shown = page.filter((image) =>
      app.policy.allows('get_image', caller, targetOf(seenBy(caller, image))),
    );
    const parameters = { ...query.toRecord() };
    delete parameters['marker'];
    const last = shown.at(-1);
    const hasMore = last !== undefined && page.length === limit;
    return listAnswer('images', shown, imageView, {
      first: withQuery('/v2/images', parameters),
      ...(hasMore ? { next: withQuery('/v2/images', { ...parameters, marker: last.id }) } : {}),
      schema: '/v2/schemas/images',
    });

    function markerOf(id: string): Image {
      const image = app.images.get(id);
      if (!image || !isVisible(app, caller, image)) throw badRequest(`No image found with ID ${id}`);
      return image;
    }
  },
});
