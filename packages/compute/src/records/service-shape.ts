import type { ComputeService } from '@berth/compute-engine/hosts/compute-service.ts';
import { booleanValue, id, instant, objectOf, seriesNumber, text, type ThingShape } from './thing-shape.ts';

export const serviceShape: ThingShape<ComputeService> = {
  id,
  number: seriesNumber,
  host: text(255),
  createdAt: instant,
  seenAt: instant,
  isUp: booleanValue,
  isForcedDown: booleanValue,
  backAt: instant,
  failedBuilds: { type: 'integer', minimum: 0, maximum: 2_147_483_647 },
  disabled: {
    anyOf: [
      { type: 'null' },
      objectOf<NonNullable<ComputeService['disabled']>>({
        reason: { ...text(255), type: ['string', 'null'] },
      }),
    ],
  },
};
