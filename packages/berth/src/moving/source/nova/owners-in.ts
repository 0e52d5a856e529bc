import type { WorkFile } from '../work-file.ts';

/** Who owns something of what was read in this round: there are no lists of users and projects in Nova. */
export interface Owners {
  readonly users: readonly string[];
  readonly projects: readonly string[];
  readonly usersOf: (projectId: string) => readonly string[];
}

export function ownersIn(work: WorkFile): Owners {
  const users = new Set<string>();
  const byProject = new Map<string, Set<string>>();
  const owners = work.run(
    `select distinct json_extract(line, '$.thing.projectId') as project, json_extract(line, '$.thing.userId') as user
     from records where kind in ('server', 'server-group') and seen = ?`,
  );
  for (const { project, user } of owners.all(work.round)) {
    if (typeof user === 'string') users.add(user);
    if (typeof project !== 'string') continue; // Groups have been made outside of projects.
    const known = byProject.getOrInsertComputed(project, () => new Set());
    if (typeof user === 'string') known.add(user);
  }
  const allowed = work.run(
    `select distinct project.value as project from records, json_each(line, '$.thing.projects') as project
     where kind = 'flavor' and seen = ?`,
  );
  for (const { project } of allowed.all(work.round))
    byProject.getOrInsertComputed(String(project), () => new Set());
  return {
    users: [...users].toSorted(),
    projects: [...byProject.keys()].toSorted(),
    usersOf: (projectId) => [...(byProject.get(projectId) ?? [])].toSorted(),
  };
}
