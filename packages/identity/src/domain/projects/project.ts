import type { DomainId, Extra, Options, ProjectId } from '../ids.ts';

/** What things of other services belong to. */
export interface Project {
  readonly id: ProjectId;
  readonly domainId: DomainId;
  /** No two of a domain have one. */
  readonly name: string;
  /** Another project of the same domain; null: it is right below the domain. */
  readonly parentId: ProjectId | null;
  readonly description: string | null;
  readonly isEnabled: boolean;
  readonly tags: readonly string[];
  readonly options: Options;
  readonly extra: Extra;
}
