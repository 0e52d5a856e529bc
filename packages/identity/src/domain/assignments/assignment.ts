import type { RoleId } from '../ids.ts';

/** That a user, or everybody in a group, has a role somewhere. */
export interface Assignment {
  readonly id: string;
  readonly actor: Actor;
  readonly target: Target;
  readonly roleId: RoleId;
}

export interface Actor {
  readonly kind: 'user' | 'group';
  readonly id: string;
}

/** Where a role is good. The whole system is one place; its id says no more. */
export interface Target {
  readonly kind: 'project' | 'domain' | 'system';
  readonly id: string;
}

export const wholeSystem: Target = { kind: 'system', id: 'all' };

export function assignmentId({ actor, target, roleId }: Omit<Assignment, 'id'>): string {
  return `${keyOf(actor)}/${keyOf(target)}/${roleId}`;
}

/** One text for an actor or a target. */
export function keyOf({ kind, id }: Actor | Target): string {
  return `${kind}:${id}`;
}
