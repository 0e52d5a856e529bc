import type { Extra, Options, RoleId } from '../ids.ts';

/** What policies ask for. */
export interface Role {
  readonly id: RoleId;
  /** No two have one. */
  readonly name: string;
  readonly description: string | null;
  readonly options: Options;
  readonly extra: Extra;
}

/** Who has the one has the other as well. */
export interface ImpliedRole {
  readonly id: string;
  readonly priorId: RoleId;
  readonly impliedId: RoleId;
}

export function impliedRoleId(priorId: string, impliedId: string): string {
  return `${priorId}/${impliedId}`;
}
