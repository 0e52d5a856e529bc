import { noContent } from '@berth/api-kit/endpoint.ts';
import { badRequest } from '@berth/api-kit/http-error.ts';
import { endpoint } from '../endpoint.ts';
import { aboutImage, checkOwner, type SeenImage, seenImage } from '../images/seen-image.ts';

/** Whether the content of an image may be fetched. */
export const setActivity = (['deactivate', 'reactivate'] as const).map((change) =>
  endpoint({
    route: `POST /v2/images/{image_id}/actions/${change}`,
    input: (_sent, { unread }) => {
      if (unread.length !== 0) throw badRequest('A body is not expected with this request.');
    },
    find: (context) => seenImage(context),
    policy: change,
    target: aboutImage,
    run: async (context, { image }: SeenImage) => {
      checkOwner(context, image);
      const { app, now } = context;
      await app.commit({ kind: 'set-image-activity', id: image.id, change, now }, () => undefined);
      return noContent;
    },
  }),
);
