import { badRequest } from '@berth/api-kit/http-error.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import { actionRules } from '@berth/compute-engine/servers/action-rules.ts';
import { checkAction } from '@berth/compute-engine/servers/check-action.ts';
import { endpoint, json } from '../endpoint.ts';
import { actionBody, actionRoute } from './action-endpoint.ts';
import { actOn } from './act-on-server.ts';
import { newPassword } from './admin-password.ts';
import { findImage } from './find-image.ts';
import { findServer, targetOf } from './find-server.ts';
import { requesterOf } from './requester-of.ts';
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
    // Before anything that is said of the image; and again when it is decided.
    checkAction(server, actionRules.rescue, requesterOf(context));
    if (imageId !== null && !(await findImage(context, imageId))) {
      throw badRequest(`Requested rescue image '${imageId}' is not supported`);
    }
    const password = body?.adminPass ?? newPassword();
    const asked = body?.adminPass === undefined ? {} : ({ hasAskedPassword: true } as const);
    const answer = json(200, { adminPass: password });
    return actOn(context, server, { kind: 'rescue', imageId, ...asked }, answer, password);
  },
});
