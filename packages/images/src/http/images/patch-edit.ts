import type { HttpError } from '@berth/api-kit/http-error.ts';
import type { Visibility } from '../../domain/image.ts';
import type { EditableField, FieldEdit, ImageEdit } from '../../domain/update-image.ts';
import { isAdmin } from '../app.ts';
import { forbidden, RemarkedError } from '../dialect/remarked-error.ts';
import type { ImagesContext } from '../endpoint.ts';
import { amount } from './amount.ts';
import { checkVisibility } from './check-visibility.ts';
import type { PatchStep } from './patch.ts';
import { checkOwner, type SeenImage, targetOf } from './seen-image.ts';

/** What a step of a patch means for an image, if the caller may do that. */
export function editOf(context: ImagesContext, seen: SeenImage, step: PatchStep): ImageEdit {
  const { op, key, value, isOlder } = step;
  if (key === 'locations') throw locationsAreHidden(step);
  // The original forgets those that are added, so that anybody could put an image among those of another project.
  const isGivenAway = key === 'owner' && (op === 'replace' || (op === 'add' && value !== seen.image.owner));
  if (isGivenAway && !isAdmin(context.app, context.caller))
    throw new RemarkedError(403, "Owner can't be updated by non admin.");
  checkMayModify(context, seen, step);
  const field = fields[key];
  if (field === undefined) {
    if (op === 'remove') return { kind: 'remove-property', key };
    const was = op === 'replace' ? 'there' : isOlder ? 'missing' : 'either';
    return { kind: 'set-property', key, value: value as string, was }; // Checked when it was taken.
  }
  if (op === 'remove') throw new RemarkedError(403, `Property ${key} may not be removed.`);
  if (op === 'add' && isOlder) throw new RemarkedError(409, `Property ${key} already present.`);
  return fieldEdit(key, field, value);
}

const fields: Readonly<Record<string, EditableField | undefined>> = Object.assign(Object.create(null), {
  name: 'name',
  visibility: 'visibility',
  owner: 'owner',
  protected: 'isProtected',
  os_hidden: 'isHidden',
  min_ram: 'minMemoryMb',
  min_disk: 'minDiskGb',
  disk_format: 'diskFormat',
  container_format: 'containerFormat',
  tags: 'tags',
});

function fieldEdit(key: string, field: EditableField, value: unknown): FieldEdit {
  if (key === 'min_ram' || key === 'min_disk') amount(key, value as number);
  return { kind: 'set-field', field, value } as FieldEdit; // Its form was checked when it was taken.
}

function checkMayModify(context: ImagesContext, seen: SeenImage, { key, value }: PatchStep): void {
  const { app, caller } = context;
  const target = targetOf(seen);
  if (key === 'visibility') checkVisibility(context, value as Visibility, target);
  if (!app.policy.allows('modify_image', caller, target))
    throw forbidden('You are not authorized to complete modify_image action.');
  checkOwner(context, seen.image);
}

/** Where the content of images lies is nobody's business but the service's. */
function locationsAreHidden({ op, value }: PatchStep): HttpError {
  if (op === 'replace' && Array.isArray(value) && value.length === 0)
    return new RemarkedError(403, 'Cannot set locations to empty list.');
  return forbidden(`It's not allowed to ${op} locations if locations are invisible.`);
}
