import { Collection } from '../collection.ts';
import { Grouped } from '../grouped.ts';
import type { UserQuota } from './quota.ts';

/** The limits of users, also by the project that they hold in. */
export class UserQuotas extends Collection<string, UserQuota> {
  readonly #byProject = new Grouped<string, UserQuota>();

  ofProject(projectId: string): readonly UserQuota[] {
    return this.#byProject.of(projectId);
  }

  countOf(projectId: string): number {
    return this.#byProject.count(projectId);
  }

  protected override onPut(quota: UserQuota): void {
    this.#byProject.put(quota.projectId, quota);
  }

  protected override onGone(quota: UserQuota): void {
    this.#byProject.remove(quota.projectId, quota);
  }
}
