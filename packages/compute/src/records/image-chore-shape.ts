import type { ImageChore } from '@berth/compute-engine/images/image-chore.ts';
import { id, instant, text, type ThingShape } from './thing-shape.ts';

export const imageChoreShape: ThingShape<ImageChore> = {
  id: text(1024),
  createdAt: instant,
  work: {
    type: 'object',
    properties: {
      kind: { type: 'string', enum: ['discard', 'rotate'] },
      imageId: text(255),
      serverId: id,
      backupType: text(255),
      rotation: { type: 'integer', minimum: 0 },
    },
    required: ['kind'],
    additionalProperties: false,
  },
};
