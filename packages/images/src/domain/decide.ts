import type { ImagesChange } from './changes.ts';
import { type CreateImage, createImage } from './create-image.ts';
import { type DeleteImage, deleteImage } from './delete-image.ts';
import type { Images } from './images-state.ts';
import {
  type AddImageMember,
  addImageMember,
  type RemoveImageMember,
  removeImageMember,
  type SetMemberStatus,
  setMemberStatus,
} from './members.ts';
import { type SetActivity, setActivity } from './set-activity.ts';
import { type AddImageTag, addImageTag, type RemoveImageTag, removeImageTag } from './tags.ts';
import { type UpdateImage, updateImage } from './update-image.ts';
import {
  type AbandonUpload,
  abandonUpload,
  type BeginUpload,
  beginUpload,
  type FinishUpload,
  finishUpload,
} from './upload.ts';

/** Every command. */
export type ImagesCommand =
  | CreateImage
  | UpdateImage
  | DeleteImage
  | BeginUpload
  | FinishUpload
  | AbandonUpload
  | SetActivity
  | AddImageTag
  | RemoveImageTag
  | AddImageMember
  | SetMemberStatus
  | RemoveImageMember;

const commandKinds = {
  'create-image': true,
  'update-image': true,
  'delete-image': true,
  'begin-upload': true,
  'finish-upload': true,
  'abandon-upload': true,
  'set-image-activity': true,
  'add-image-tag': true,
  'remove-image-tag': true,
  'add-image-member': true,
  'set-member-status': true,
  'remove-image-member': true,
} as const satisfies Record<ImagesCommand['kind'], true>;

export function isImagesCommand(command: { readonly kind: string }): command is ImagesCommand {
  return Object.hasOwn(commandKinds, command.kind);
}

/** The changes that a command asks for. Throws a refusal; changes nothing itself. */
export function decideImagesCommand(images: Images, command: ImagesCommand): readonly ImagesChange[] {
  switch (command.kind) {
    case 'create-image':
      return createImage(images, command);
    case 'update-image':
      return updateImage(images, command);
    case 'delete-image':
      return deleteImage(images, command);
    case 'begin-upload':
      return beginUpload(images, command);
    case 'finish-upload':
      return finishUpload(images, command);
    case 'abandon-upload':
      return abandonUpload(images, command);
    case 'set-image-activity':
      return setActivity(images, command);
    case 'add-image-tag':
      return addImageTag(images, command);
    case 'remove-image-tag':
      return removeImageTag(images, command);
    case 'add-image-member':
      return addImageMember(images, command);
    case 'set-member-status':
      return setMemberStatus(images, command);
    case 'remove-image-member':
      return removeImageMember(images, command);
    default:
      return command satisfies never;
  }
}
