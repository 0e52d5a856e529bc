import type { ImagesChange } from '../domain/changes.ts';
import { decideImagesCommand, type ImagesCommand } from '../domain/decide.ts';
import type { Images } from '../domain/images-state.ts';
import { ImagesRefusal } from '../domain/refusals.ts';

/**
 * What a command changes, nothing where it is refused. A file is only ever of one upload, which random commands do not know: one that begins with the name of another is none.
 */
export function decided(images: Images, command: ImagesCommand): readonly ImagesChange[] {
  if (command.kind === 'begin-upload' && isUsed(images, command.uploadId)) return [];
  try {
    return decideImagesCommand(images, command);
  } catch (thrown) {
    if (thrown instanceof ImagesRefusal) return [];
    throw thrown;
  }
}

function isUsed(images: Images, fileId: string): boolean {
  return [...images.values()].some((image) => image.uploadId === fileId || image.content?.fileId === fileId);
}
