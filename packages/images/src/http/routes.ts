import { setActivity } from './actions/set-activity.ts';
import { downloadImage } from './data/download-image.ts';
import { uploadImage } from './data/upload-image.ts';
import type { ImagesEndpoint } from './endpoint.ts';
import { createImage } from './images/create-image.ts';
import { deleteImage } from './images/delete-image.ts';
import { listImages } from './images/list-images.ts';
import { showImage } from './images/show-image.ts';
import { updateImage } from './images/update-image.ts';
import {
  addMember,
  listMembers,
  removeMember,
  setMemberStatus,
  showMember,
} from './members/image-members.ts';
import { showSchemas } from './schemas/schemas.ts';
import { addTag, removeTag } from './tags/image-tags.ts';
import { listVersions } from './versions.ts';

/** The whole API. */
export const routes: readonly ImagesEndpoint[] = [
  ...listVersions,
  listImages,
  createImage,
  showImage,
  updateImage,
  deleteImage,
  downloadImage,
  uploadImage,
  addTag,
  removeTag,
  listMembers,
  addMember,
  showMember,
  setMemberStatus,
  removeMember,
  ...setActivity,
  ...showSchemas,
];
