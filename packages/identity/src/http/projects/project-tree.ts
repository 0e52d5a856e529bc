import { badRequest } from '@berth/api-kit/http-error.ts';
import type { Project } from '../../domain/projects/project.ts';
import { isFlagSet } from '../boolean-of.ts';
import type { IdentityContext } from '../endpoint.ts';

/** Ids, each with those that are next to it; null where there are none. */
interface Ids {
  readonly [id: string]: Ids | null;
}

/** What is above and below a project, where a client asks for it: up to its domain, and down to the last one. */
export function projectTree(context: IdentityContext, project: Project): object {
  const asks = (name: string) => isFlagSet(context.query.all(name));
  for (const part of ['parents', 'subtree'])
    if (asks(`${part}_as_list`) && asks(`${part}_as_ids`))
      throw badRequest(`Cannot use ${part}_as_list and ${part}_as_ids query params at the same time.`);
  return {
    ...(asks('parents_as_ids') ? { parents: idsAbove(context, project) } : {}),
    ...(asks('subtree_as_ids') ? { subtree: idsBelow(childrenIn(context), project.id) } : {}),
  };
}

function idsAbove(context: IdentityContext, { parentId, domainId }: Project): Ids {
  const parent = parentId === null ? undefined : context.app.identity.projects.get(parentId);
  return parent === undefined ? { [domainId]: null } : { [parent.id]: idsAbove(context, parent) };
}

function childrenIn({ app }: IdentityContext): ReadonlyMap<string | null, readonly Project[]> {
  return Map.groupBy(app.identity.projects.values(), ({ parentId }) => parentId);
}

function idsBelow(children: ReturnType<typeof childrenIn>, id: string): Ids | null {
  const below = children.get(id);
  return below === undefined
    ? null
    : Object.fromEntries(below.map((each) => [each.id, idsBelow(children, each.id)]));
}
