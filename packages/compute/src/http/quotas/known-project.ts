import { badRequest } from '@berth/api-kit/http-error.ts';
import type { ComputeContext } from '../endpoint.ts';

/** The project of the path, unless it is known that there is none: whether there is, identity says. */
export async function knownProject({ app, params, headers }: ComputeContext): Promise<string> {
  const id = projectIn({ params });
  const isThere = id.length <= longestId && (await app.projectExists(id, headers['x-auth-token'] ?? ''));
  if (isThere === false) throw badRequest(`Project ID ${id} is not a valid project.`);
  return id;
}

/** The same where nobody asks. */
export function projectIn({ params }: Pick<ComputeContext, 'params'>): string {
  return params['quota_project_id'] as string; // All paths about quotas of a project have it under this name.
}

const longestId = 255;
