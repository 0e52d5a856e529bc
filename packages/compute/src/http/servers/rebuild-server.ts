import { badRequest } from '@berth/api-kit/http-error.ts';
import type { OrderId } from '@berth/compute-engine/ids.ts';
import { actionRules } from '@berth/compute-engine/servers/action-rules.ts';
import { checkMetadataCount } from '@berth/compute-engine/servers/change-metadata.ts';
import { checkAction } from '@berth/compute-engine/servers/check-action.ts';
import type { RebuildServer } from '@berth/compute-engine/servers/rebuild-server.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import { askerOf } from '../asker-of.ts';
import { checkRule } from '../check-rule.ts';
import { type ComputeContext, endpoint } from '../endpoint.ts';
import { booleanOf } from '../fragments.ts';
import { selfHref } from '../links.ts';
import { versions } from '../versions.ts';
import { actionRoute } from './action-endpoint.ts';
import { newPassword } from './admin-password.ts';
import { answerWith } from './answer-with.ts';
import { checkFiles } from './check-files.ts';
import { mayUseZeroDisk } from './create-servers.ts';
import { checkImage, findImage, serverImageOf } from './find-image.ts';
import { findKey } from './find-key.ts';
import { findServer, targetOf } from './find-server.ts';
import { keepPassword } from './keep-password.ts';
import { plainAddress } from './plain-address.ts';
import { type RebuildBody, rebuildBody } from './rebuild-body.ts';
import { requesterOf } from './requester-of.ts';

type Asked = RebuildBody['rebuild'];

export const rebuildServer = endpoint({
  route: actionRoute('rebuild'),
  input: (sent, { version }) => rebuildBody.at(version)?.(sent) as RebuildBody,
  find: findServer,
  policy: 'os_compute_api:servers:rebuild',
  target: targetOf,
  run: async (context, server, { rebuild: asked }) => {
    const { app, now } = context;
    const { id } = server;
    const fields = await fieldsOf(context, server, asked);
    const command: RebuildServer = {
      kind: 'rebuild-server',
      id,
      fields,
      preservesEphemeral: booleanOf(asked.preserve_ephemeral ?? false),
      hasAskedPassword: asked.adminPass !== undefined,
      by: requesterOf(context),
      newOrderId: app.newId() as OrderId,
      now,
    };
    const password = asked.adminPass ?? newPassword();
    return app.commit(command, ({ compute }, changes) => {
      keepPassword(app, changes, password);
      const rebuilt = compute.servers.get(id) as Server; // It was just written.
      const more = { ...answered.at(context.version)({ server: rebuilt, password }), ...leftOut };
      const headers = { location: selfHref(context, `servers/${id}`) };
      // What it starts with is told under the name of what was sent, and so only once.
      const told = { ...more, 'OS-EXT-SRV-ATTR:user_data': undefined };
      return answerWith(context, compute, id, 202, told, { headers });
    });
  },
});

/** What only this answer has, besides the server. */
const answered = versions.view<{ readonly server: Server; readonly password: string }>({
  adminPass: { get: ({ password }) => password },
  key_name: { since: '2.54', get: ({ server }) => server.key?.name ?? null },
  user_data: { since: '2.57', get: ({ server }) => server.userData },
});

/** What it has under that name is not there once more under the other. */
const leftOut = { 'OS-EXT-SRV-ATTR:user_data': undefined };

/** The state of the server is asked about before anything that is said of its image, and again when it is decided. */
async function fieldsOf(
  context: ComputeContext,
  server: Server,
  asked: Asked,
): Promise<RebuildServer['fields']> {
  const { app } = context;
  if (asked.trusted_image_certificates) checkRule(context, 'os_compute_api:servers:rebuild:trusted_certs');
  checkAction(server, actionRules.rebuild, requesterOf(context));
  const key = keyOf(context, asked);
  const image = await findImage(context, asked.imageRef);
  if (!image) throw badRequest('Cannot find image for rebuild');
  if (asked.metadata) checkMetadataCount(app.cloud.compute, askerOf(context), asked.metadata);
  checkFiles(context, asked.personality);
  checkImage(server.flavor, image, {
    operation: 'rebuild',
    mayUseZeroDisk: mayUseZeroDisk(context),
    ...(server.image ? { previousImage: server.image } : {}),
  });
  const { name, description, metadata, hostname, accessIPv4, accessIPv6 } = asked;
  return {
    image: serverImageOf(image, server.flavor),
    diskConfig: asked['OS-DCF:diskConfig'] ?? 'MANUAL',
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(hostname === undefined ? {} : { hostname }),
    ...(key === undefined ? {} : { key }),
    ...(asked.user_data === undefined ? {} : { userData: asked.user_data }),
    ...(asked.trusted_image_certificates === undefined
      ? {}
      : { trustedCertificates: asked.trusted_image_certificates }),
    ...(accessIPv4 === undefined ? {} : { accessIpV4: accessIPv4 }),
    ...(accessIPv6 === undefined ? {} : { accessIpV6: plainAddress(accessIPv6) }),
  };
}

/** Undefined: it stays; null: none. */
function keyOf(context: ComputeContext, { key_name: name }: Asked): Server['key'] | undefined {
  return name === undefined || name === null ? name : findKey(context, name);
}
