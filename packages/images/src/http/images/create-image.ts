import { badRequest, type HttpError } from '@berth/api-kit/http-error.ts';
import { isObject } from '@berth/api-kit/json/json-type.ts';
import type { DescribedImage } from '../../domain/create-image.ts';
import type { Image, ImageId } from '../../domain/image.ts';
import { isAdmin } from '../app.ts';
import { forbidden, RemarkedError } from '../dialect/remarked-error.ts';
import { endpoint, type ImagesContext, json } from '../endpoint.ts';
import { takenJson } from '../taken-json.ts';
import { amount } from './amount.ts';
import { checkVisibility } from './check-visibility.ts';
import { checkImageMembers } from './image-schema.ts';
import { imageView } from './image-view.ts';
import { isReserved, reserved } from './reserved-names.ts';

export const createImage = endpoint({
  route: 'POST /v2/images',
  takes: 'json',
  input: (sent) => takeImage(sent),
  policy: null,
  run: async (context, _found, said: Said) => {
    const { app, caller, now } = context;
    const owner = said.members.owner === undefined ? caller.projectId : said.members.owner;
    checkMayAdd(context, owner, said.members.visibility ?? 'private');
    if (said.refusal !== null) throw said.refusal;
    const id = (said.members.id ?? app.newId()) as ImageId; // It has the form of one.
    const described = describedBy(said, owner);
    const { imagesMax } = app.settings;
    const image = await app.commit(
      { kind: 'create-image', id, described, sharedWith: [], imagesMax, now },
      (images) => images.get(id) as Image, // It has just been made.
    );
    return json(201, imageView(image), { location: `/v2/images/${id}` });
  },
});

/** What a client says of a new image: what every image has, and properties. */
interface Said {
  readonly members: Partial<{
    readonly id: string;
    readonly name: string | null;
    readonly visibility: Image['visibility'];
    readonly owner: string | null;
    readonly protected: boolean;
    readonly os_hidden: boolean;
    readonly min_ram: number;
    readonly min_disk: number;
    readonly disk_format: string | null;
    readonly container_format: string | null;
    readonly tags: readonly string[];
  }>;
  readonly properties: Readonly<Record<string, string>>;
  /** What is wrong with it, to be told to those who may make images at all. */
  readonly refusal: HttpError | null;
}

const described: ReadonlySet<string> = new Set<keyof Said['members']>([
  'id',
  'name',
  'visibility',
  'owner',
  'protected',
  'os_hidden',
  'min_ram',
  'min_disk',
  'disk_format',
  'container_format',
  'tags',
]);

/** Nobody can say these: they are made here. The first are refused before it is looked whether they are right. */
const madeHere = ['direct_url', 'self', 'file', 'schema', 'stores'];
const settled = [
  'created_at',
  'updated_at',
  'status',
  'checksum',
  'os_hash_algo',
  'os_hash_value',
  'size',
  'virtual_size',
];

function takeImage(sent: unknown): Said {
  const said = takenJson(sent);
  if (!isObject(said)) throw badRequest('An image is described by an object.');
  for (const key of madeHere) if (Object.hasOwn(said, key)) throw readOnly(key);
  checkImageMembers(said);
  const entries = Object.entries(said);
  const properties = entries.filter(([key]) => !described.has(key) && !settled.includes(key));
  for (const [key] of properties) {
    if (key.length > 255) throw badRequest('Custom property should not be greater than 255 characters.');
    if (isReserved(key)) throw new RemarkedError(403, `Attribute '${key}' is reserved.`);
  }
  const notSaid = settled.find((key) => Object.hasOwn(said, key));
  return {
    refusal:
      notSaid !== undefined
        ? readOnly(notSaid)
        : Object.hasOwn(said, 'locations')
          ? reserved('locations')
          : null,
    members: Object.fromEntries(entries.filter(([key]) => described.has(key))),
    properties: Object.fromEntries(properties) as Record<string, string>, // Just checked.
  };
}

function readOnly(key: string): HttpError {
  return forbidden(`Attribute '${key}' is read-only.`);
}

function checkMayAdd(context: ImagesContext, owner: string | null, visibility: Image['visibility']): void {
  const { app, caller } = context;
  const target = { project_id: owner, owner, visibility };
  if (!app.policy.allows('add_image', caller, target)) {
    throw forbidden(
      owner === caller.projectId
        ? 'You are not authorized to complete add_image action.'
        : `You are not permitted to create images owned by '${owner ?? 'None'}'`,
    );
  }
  checkVisibility(context, visibility, target);
  const isOwn = owner !== null && owner === caller.projectId;
  if (app.settings.checksOwners() && !isOwn && !isAdmin(app, caller))
    throw forbidden(`You are not permitted to create images owned by '${owner ?? 'None'}'.`);
}

function describedBy({ members, properties }: Said, owner: string | null): DescribedImage {
  return {
    name: members.name ?? null,
    visibility: members.visibility ?? 'shared',
    owner,
    isProtected: members.protected ?? false,
    isHidden: members.os_hidden ?? false,
    minDiskGb: amount('min_disk', members.min_disk ?? 0),
    minMemoryMb: amount('min_ram', members.min_ram ?? 0),
    diskFormat: members.disk_format ?? null,
    containerFormat: members.container_format ?? null,
    tags: members.tags ?? [],
    properties,
  };
}
