import type { DomainId, Extra, Options } from '../ids.ts';

/** What has users, groups and projects, whose names are its own. */
export interface Domain {
  readonly id: DomainId;
  /** No two have one. */
  readonly name: string;
  readonly description: string | null;
  readonly isEnabled: boolean;
  readonly tags: readonly string[];
  readonly options: Options;
  readonly extra: Extra;
}

/** The one that clients take where none is named. */
export const defaultDomainId = 'default' as DomainId;
