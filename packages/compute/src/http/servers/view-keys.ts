import type { Server } from '@berth/compute-engine/servers/server.ts';
import type { ComputeContext } from '../endpoint.ts';
import type { ServerViewer } from './server-viewer.ts';

/** What those have in common who see the same of a server: how they look, and in which zone its host is. */
export function viewKeys(
  { version }: Pick<ComputeContext, 'version'>,
  viewer: ServerViewer,
): (server: Server) => string {
  const { selfText, bookmarkText, isAdmin, seesAttributes, seesExtraSpecs } = viewer;
  const view = `${version} ${selfText} ${bookmarkText} ${isAdmin} ${seesAttributes} ${seesExtraSpecs}`;
  return ({ place }) => (place === null ? view : `${view} ${viewer.zoneOfHost(place.host)}`);
}
