import { noContent } from '@berth/api-kit/endpoint.ts';
import type { OrderId } from '@berth/compute-engine/ids.ts';
import type { UpdateServer } from '@berth/compute-engine/servers/update-server.ts';
import { base, endpoint } from '../endpoint.ts';
import { answerWith } from './answer-with.ts';
import { findServer, targetOf } from './find-server.ts';
import { plainAddress } from './plain-address.ts';
import { requesterOf } from './requester-of.ts';
import { type UpdateBody, updateBody } from './update-body.ts';

const path = `${base}/servers/{server_id}`;

export const updateServer = endpoint({
  route: `PUT ${path}`,
  input: (sent, { version }) => updateBody.at(version)?.(sent) as UpdateBody,
  find: findServer,
  policy: 'os_compute_api:servers:update',
  target: targetOf,
  run: (context, { id }, { server }) =>
    context.app.commit(
      { kind: 'update-server', id, fields: fieldsIn(server), now: context.now },
      ({ compute }) => answerWith(context, compute, id, 200),
    ),
});

/** Where deleted servers can be restored, that they are for good is another request. */
export const deleteServer = endpoint({
  route: `DELETE ${path}`,
  find: findServer,
  policy: 'os_compute_api:servers:delete',
  target: targetOf,
  run: (context, { id }) => {
    const { app, now } = context;
    const isForGood = !app.settings.servers.keepsDeleted;
    const [newOrderId, newDropId] = [app.newId() as OrderId, app.newId() as OrderId];
    const by = requesterOf(context);
    return app.commit(
      { kind: 'delete-server', id, isForGood, by, newOrderId, newDropId, now },
      () => noContent,
    );
  },
});

function fieldsIn(server: UpdateBody['server']): UpdateServer['fields'] {
  const { name, hostname, description, accessIPv4, accessIPv6 } = server;
  const diskConfig = server['OS-DCF:diskConfig'];
  return {
    ...(name === undefined ? {} : { name }),
    ...(hostname === undefined ? {} : { hostname }),
    ...(description === undefined ? {} : { description }),
    ...(accessIPv4 === undefined ? {} : { accessIpV4: accessIPv4 }),
    ...(accessIPv6 === undefined ? {} : { accessIpV6: plainAddress(accessIPv6) }),
    ...(diskConfig === undefined ? {} : { diskConfig }),
  };
}
