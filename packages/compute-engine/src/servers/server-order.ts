import type { Server } from './server.ts';

/** What says where a server is in these orders. */
export type ServerPosition = Pick<Server, 'id' | 'createdAt' | 'updatedAt'>;

/** The order of lists unless told: the newest first, and those of one moment by their ids. A server keeps its place as long as it is there. */
export function byCreation(one: ServerPosition, other: ServerPosition): number {
  return other.createdAt - one.createdAt || compareIds(one, other);
}

/** By the time of their last change, oldest first. Of servers that have one. */
export function byUpdate(one: ServerPosition, other: ServerPosition): number {
  return (one.updatedAt ?? 0) - (other.updatedAt ?? 0) || compareIds(one, other);
}

export function compareIds({ id: one }: Pick<Server, 'id'>, { id: other }: Pick<Server, 'id'>): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
