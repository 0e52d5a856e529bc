import { noContent } from '@berth/api-kit/endpoint.ts';
import { base, endpoint, json } from '../endpoint.ts';
import { findServer, targetOf } from './find-server.ts';

const route = `${base}/servers/{server_id}/os-server-password`;

/** What a machine has told of its password, encrypted for the key of its owner. Machines have nobody to tell it to, so there is none, as of every machine that does not. */
export const showServerPassword = endpoint({
  route: `GET ${route}`,
  find: findServer,
  policy: 'os_compute_api:os-server-password:show',
  target: targetOf,
  run: () => json(200, { password: '' }),
});

export const clearServerPassword = endpoint({
  route: `DELETE ${route}`,
  find: findServer,
  policy: 'os_compute_api:os-server-password:clear',
  target: targetOf,
  run: () => noContent,
});
