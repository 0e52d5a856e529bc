import { noContent } from '@berth/api-kit/endpoint.ts';
import { badRequest } from '@berth/api-kit/http-error.ts';
import { isUuidLike } from '@berth/api-kit/json/uuid.ts';
import { write } from '../endpoints.ts';
import { canonicalConsumerIdIn, consumerIdIn } from '../params.ts';
import { postAllocationsBody, putAllocationsBody } from './bodies.ts';

/** PUT replaces what one consumer holds, POST what several hold, DELETE takes all from one. */
export const putAllocations = write({
  route: 'PUT /allocations/{consumer_uuid}',
  policy: 'placement:allocations:update',
  before: (context) => {
    const given = consumerIdIn(context);
    if (!isUuidLike(given)) throw badRequest(`Malformed consumer_uuid: ${given}`);
  },
  body: putAllocationsBody,
  command: (context) => {
    const { incompleteProjectId, incompleteUserId } = context.app.settings;
    const claim = {
      projectId: incompleteProjectId,
      userId: incompleteUserId,
      ...context.input,
      consumerId: canonicalConsumerIdIn(context),
    };
    return { kind: 'set-allocations', claims: [claim], now: context.now };
  },
  reply: () => noContent,
  wordsFor: (context) => ({
    'class-not-found': (_, sentence) =>
      badRequest(`Unable to allocate inventory for consumer ${canonicalConsumerIdIn(context)}: ${sentence}`),
  }),
});

export const postAllocations = write({
  route: 'POST /allocations',
  since: '1.13',
  policy: 'placement:allocations:manage',
  body: postAllocationsBody,
  command: ({ input, now }) => ({ kind: 'set-allocations', claims: input, now }),
  reply: () => noContent,
  words: { 'class-not-found': (_, sentence) => badRequest(`Unable to allocate inventory ${sentence}`) },
});

export const deleteAllocations = write({
  route: 'DELETE /allocations/{consumer_uuid}',
  policy: 'placement:allocations:delete',
  command: (context) => ({ kind: 'remove-allocations', consumerId: consumerIdIn(context) }),
  reply: () => noContent,
});
