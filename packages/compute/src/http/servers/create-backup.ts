import type { Answer } from '@berth/api-kit/endpoint.ts';
import { badRequest } from '@berth/api-kit/http-error.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import { actionRules } from '@berth/compute-engine/servers/action-rules.ts';
import { checkAction } from '@berth/compute-engine/servers/check-action.ts';
import { checkMetadataCount } from '@berth/compute-engine/servers/change-metadata.ts';
import { askerOf } from '../asker-of.ts';
import { endpoint, json } from '../endpoint.ts';
import { selfHref } from '../links.ts';
import { versions } from '../versions.ts';
import { actOn } from './act-on-server.ts';
import { actionBody, actionRoute } from './action-endpoint.ts';
import { countsMetadata, plainType } from './create-image.ts';
import { findServer, targetOf } from './find-server.ts';
import { requesterOf } from './requester-of.ts';
import { metadata, name } from './server-fragments.ts';
import { withNewImage } from './with-new-image.ts';

interface CreateBackup {
  readonly name: string;
  readonly backup_type: string;
  readonly rotation: number | string;
  readonly metadata?: Readonly<Record<string, string>>;
}

const createBackup: JsonSchema = {
  type: 'object',
  properties: {
    name,
    // The original takes any; here it is part of what an image says of itself, which has a bound.
    backup_type: { type: 'string', maxLength: 255 },
    rotation: { type: ['integer', 'string'], pattern: '^[0-9]*$', minimum: 0, minLength: 1 },
    metadata,
  },
  required: ['name', 'backup_type', 'rotation'],
  additionalProperties: false,
};

const rotationMax = 2 ** 31 - 1;

/** An image of a server that takes the place of older ones of its type: the newest are kept, so many. */
export const createServerBackup = endpoint({
  route: actionRoute('createBackup'),
  input: actionBody<'createBackup', CreateBackup>('createBackup', createBackup),
  find: findServer,
  policy: 'os_compute_api:os-create-backup',
  target: targetOf,
  run: async (context, server, { createBackup: asked }) => {
    const { app, version } = context;
    const { name: asName, backup_type: backupType, metadata: words = {} } = asked;
    // More than there are is all of them; and whatever is kept is a number.
    const rotation = Math.min(Number(asked.rotation), rotationMax);
    if (countsMetadata.at(version)) checkMetadataCount(app.cloud.compute, askerOf(context), words);
    // Before there is an image; and again when it is decided.
    checkAction(server, actionRules.backup, requesterOf(context));
    if (server.image === null) throw badRequest('Backup is not supported for volume-backed instances.');
    return withNewImage(
      context,
      server,
      { name: asName, type: 'backup', metadata: { ...words, backup_type: backupType } },
      (imageId) => {
        const location = selfHref(context, `images/${imageId}`);
        const answer = answers.at(version)?.(imageId, rotation, location) as Answer; // There is one for every version.
        return actOn(context, server, { kind: 'backup', imageId, backupType, rotation }, answer);
      },
    );
  },
});

/** Old clients are told where it is, but for one that is gone as soon as it is there. */
const answers = versions.ladder<(id: string, rotation: number, location: string) => Answer>(
  [
    '2.1',
    (_id, rotation, location) => ({
      status: 202,
      contentType: plainType,
      headers: { 'content-type': plainType, ...(rotation > 0 ? { location } : {}) },
    }),
  ],
  ['2.45', (image_id) => json(202, { image_id })],
);
