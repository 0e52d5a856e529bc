import { badRequest } from '@berth/api-kit/http-error.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import { endpoint, json } from '../endpoint.ts';
import { actionBody, actionRoute } from './action-endpoint.ts';
import { actOn } from './act-on-server.ts';
import { newPassword } from './admin-password.ts';
import { findImage } from './find-image.ts';
import { findServer, targetOf } from './find-server.ts';
import { adminPass } from './server-fragments.ts';

type RescueBody = { readonly adminPass?: string; readonly rescue_image_ref?: string } | null;

const rescue: JsonSchema = {
  type: ['object', 'null'],
  properties: { adminPass, rescue_image_ref: { type: 'string', format: 'uuid' } },
  additionalProperties: false,
};

/** Boots it from another image, so that its own disk can be looked after. The password is told once. */
export const rescueServer = endpoint({
  route: actionRoute('rescue'),
  input: actionBody<'rescue', RescueBody>('rescue', rescue),
  find: findServer,
  policy: 'os_compute_api:os-rescue',
  target: targetOf,
  run: async (context, server, { rescue: body }) => {
    const imageId = body?.rescue_image_ref ?? null;
    if (imageId !== null && !(await findImage(context, imageId))) {
      throw badRequest(`Requested rescue image '${imageId}' is not supported`);
    }
    const answer = json(200, { adminPass: body?.adminPass ?? newPassword() });
    return actOn(context, server, { kind: 'rescue', imageId }, answer);
  },
});

const password: JsonSchema = {
  type: 'object',
  properties: { adminPass },
  required: ['adminPass'],
  additionalProperties: false,
};

export const changePassword = endpoint({
  route: actionRoute('changePassword'),
  input: actionBody('changePassword', password),
  find: findServer,
  policy: 'os_compute_api:os-admin-password',
  target: targetOf,
  run: (context, server) => actOn(context, server, { kind: 'set-password' }),
});
