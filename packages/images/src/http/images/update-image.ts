import type { Image } from '../../domain/image.ts';
import { edited } from '../../domain/update-image.ts';
import { endpoint, json } from '../endpoint.ts';
import { imageView } from './image-view.ts';
import { type PatchStep, takePatch } from './patch.ts';
import { editOf } from './patch-edit.ts';
import { seenImage, type SeenImage } from './seen-image.ts';

export const updateImage = endpoint({
  route: 'PATCH /v2/images/{image_id}',
  takes: 'json',
  input: (sent, { headers }) => takePatch(sent, headers['content-type'] ?? ''),
  find: (context) => seenImage(context),
  policy: null,
  run: async (context, seen: SeenImage, steps: readonly PatchStep[]) => {
    const { app, now } = context;
    const { id } = seen.image;
    const edits = [];
    for (const step of steps) {
      try {
        edits.push(editOf(context, seen, step));
      } catch (thrown) {
        // What is wrong with a step before is told first.
        edited(app.images, seen.image, edits);
        throw thrown;
      }
    }
    const image = await app.commit(
      { kind: 'update-image', id, edits, now },
      (images) => images.get(id) as Image, // It has just been changed.
    );
    return json(200, imageView(image));
  },
});
