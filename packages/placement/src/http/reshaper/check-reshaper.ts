import type { Reshape } from '@berth/engine/commands/reshape.ts';
import { sizeOf } from '@berth/engine/commands/size-of.ts';
import { previewReshape } from '@berth/engine/preview-reshape.ts';
import { preview } from '../endpoints.ts';
import { largeWriteRefusal, mostWrittenBy } from '../refuse-large-write.ts';
import { reshaperBody } from './bodies.ts';
import { previewJson } from './preview-json.ts';

/**
 * Whether POST /reshaper would take the same body now, all that it would be refused for, and what it would change. A body that is
 * too large for it is not looked at any further, since that would keep others waiting.
 */
export const checkReshaper = preview({
  route: 'POST /berth/v1/reshaper/check',
  since: '1.30',
  gives: 'json',
  policy: 'placement:reshaper:reshape',
  takesTurns: true,
  body: reshaperBody,
  answer: ({ app, world, input, now }) => {
    const command: Reshape = { kind: 'reshape', ...input, now };
    const tooLarge = largeWriteRefusal(app, command);
    const looked = tooLarge ? nothing : previewReshape(world, command);
    const counts = {
      providers: command.inventories.length,
      providers_changed: looked.providers.length,
      consumers: command.claims.length,
      consumers_changed: looked.consumers.length,
      items: sizeOf(world, command),
      items_max: mostWrittenBy(command, app.settings),
    };
    return { status: 200, body: previewJson(looked, tooLarge, counts) };
  },
});

const nothing = { problems: [], providers: [], consumers: [] };
