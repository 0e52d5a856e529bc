import { badRequest } from '@berth/api-kit/http-error.ts';
import type { Visit } from '@berth/api-kit/visit.ts';

/** A project in the path is that of the token; what the caller may see of others is not said by the path. */
export function checkProjectInPath({ params, caller }: Visit): void {
  const inPath = params['project_id'];
  if (inPath === undefined) return;
  const own = caller?.projectId ?? 'None';
  if (inPath === own) return;
  throw badRequest(
    `Malformed request URL: URL's project_id '${inPath}' doesn't match Context's project_id '${own}'`,
  );
}
