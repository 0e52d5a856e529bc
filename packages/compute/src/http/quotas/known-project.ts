import { checkProject } from '../check-project.ts';
import type { ComputeContext } from '../endpoint.ts';

/** The project of the path, unless it is known that there is none. */
export async function knownProject(context: ComputeContext): Promise<string> {
  const id = projectIn(context);
  await checkProject(context, id);
  return id;
}

/** The same where nobody asks. */
export function projectIn({ params }: Pick<ComputeContext, 'params'>): string {
  return params['quota_project_id'] as string; // All paths about quotas of a project have it under this name.
}
