import { base, endpoint, json } from '../endpoint.ts';
import { findServer, targetOf } from './find-server.ts';

/** The NUMA cells of a machine. Hosts place machines as they like and tell nobody, so there are none to be told of, as of every server that asks for none. */
export const showTopology = endpoint({
  route: `GET ${base}/servers/{server_id}/topology`,
  since: '2.78',
  find: findServer,
  policy: 'compute:server:topology:index',
  target: targetOf,
  run: () => json(200, { nodes: [], pagesize_kb: null }),
});
