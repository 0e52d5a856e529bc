import { Collection } from '../collection.ts';
import { Grouped } from '../grouped.ts';
import type { GroupId } from '../ids.ts';
import type { ServerGroup } from './server-group.ts';

/** All groups, also by the project that they are in. */
export class ServerGroups extends Collection<GroupId, ServerGroup> {
  readonly #byProject = new Grouped<string | null, ServerGroup>();

  ofProject(projectId: string | null): readonly ServerGroup[] {
    return this.#byProject.of(projectId);
  }

  /** Of the user there, or of everybody. */
  countOf(projectId: string | null, userId: string | null): number {
    if (userId === null) return this.#byProject.count(projectId);
    return this.#byProject.of(projectId).filter((group) => group.userId === userId).length;
  }

  protected override onPut(group: ServerGroup): void {
    this.#byProject.put(group.projectId, group);
  }

  protected override onGone(group: ServerGroup): void {
    this.#byProject.remove(group.projectId, group);
  }
}
