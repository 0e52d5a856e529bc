import { badRequest } from '@berth/api-kit/http-error.ts';
import type { ComputeContext } from './endpoint.ts';

/** Refuses a project of which it is known that there is none: whether there is, identity says. */
export async function checkProject({ app, headers }: ComputeContext, id: string): Promise<void> {
  const isThere = id.length <= longestId && (await app.projectExists(id, headers['x-auth-token'] ?? ''));
  if (isThere === false) throw badRequest(`Project ID ${id} is not a valid project.`);
}

const longestId = 255;
