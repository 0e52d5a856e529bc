import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import type { Action, ActionEvent } from '@berth/compute-engine/actions/action.ts';
import { id, instant, instantOrNull, objectOf, seriesNumber, text, type ThingShape } from './thing-shape.ts';

const textOrNull = (longest: number): JsonSchema => ({ ...text(longest), type: ['string', 'null'] });

export const actionShape: ThingShape<Action> = {
  id: text(512),
  number: seriesNumber,
  serverId: id,
  requestId: text(255),
  name: text(255),
  userId: text(255),
  projectId: text(255),
  startedAt: instant,
  updatedAt: instant,
  message: { type: ['string', 'null'], enum: ['Error', null] },
  events: {
    type: 'array',
    items: objectOf<ActionEvent>({
      name: text(255),
      host: text(255),
      startedAt: instant,
      finishedAt: instantOrNull,
      result: { type: ['string', 'null'], enum: ['Success', 'Error', null] },
      details: textOrNull(65_535),
      traceback: textOrNull(65_535),
    }),
  },
};
