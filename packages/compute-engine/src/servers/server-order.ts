import type { Server } from './server.ts';

/** The order of lists unless told: the newest first, and those of one moment by their ids. A server keeps its place as long as it is there. */
export function byCreation(one: Server, other: Server): number {
  return other.createdAt - one.createdAt || compareIds(one, other);
}

/** By the time of their last change, oldest first. Of servers that have one. */
export function byUpdate(one: Server, other: Server): number {
  return (one.updatedAt ?? 0) - (other.updatedAt ?? 0) || compareIds(one, other);
}

export function compareIds({ id: one }: Server, { id: other }: Server): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
