import type { ConsumerId } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import { refuse } from '../refusals.ts';
import type { Server } from './server.ts';
import { serverOf } from './server-of.ts';
import type { VmState } from './server-states.ts';

/** How many a server may have. */
export const tagsMax = 50;

/** All that it has from now on. */
export interface SetTags {
  readonly kind: 'set-tags';
  readonly id: ConsumerId;
  readonly tags: readonly string[];
}

export function setTags(compute: Compute, { id, tags }: SetTags): readonly ComputeChange[] {
  return [withTags(taggableServer(compute, id, 'update tags'), tags)];
}

export interface RemoveTags {
  readonly kind: 'remove-tags';
  readonly id: ConsumerId;
}

export function removeTags(compute: Compute, { id }: RemoveTags): readonly ComputeChange[] {
  return [withTags(taggableServer(compute, id, 'delete tags'), [])];
}

export interface AddTag {
  readonly kind: 'add-tag';
  readonly id: ConsumerId;
  readonly tag: string;
}

/** Where there is no room for one more, that is said first, though it be there already. */
export function addTag(compute: Compute, { id, tag }: AddTag): readonly ComputeChange[] {
  const server = taggableServer(compute, id, 'update tag');
  if (server.tags.length >= tagsMax) refuse({ kind: 'too-many-tags', most: tagsMax });
  return server.tags.includes(tag) ? [] : [withTags(server, [...server.tags, tag])];
}

export interface RemoveTag {
  readonly kind: 'remove-tag';
  readonly id: ConsumerId;
  readonly tag: string;
}

export function removeTag(compute: Compute, { id, tag }: RemoveTag): readonly ComputeChange[] {
  const server = taggableServer(compute, id, 'delete tag');
  if (!server.tags.includes(tag)) refuse({ kind: 'tag-not-found', id, tag });
  return [
    withTags(
      server,
      server.tags.filter((each) => each !== tag),
    ),
  ];
}

/** Tags are not a part of the server to clients who ask what has changed. */
function withTags(server: Server, tags: readonly string[]): ComputeChange {
  return { kind: 'server-set', thing: { ...server, tags: sortedTags(tags) } };
}

export function sortedTags(tags: readonly string[]): readonly string[] {
  return [...new Set(tags)].sort();
}

const vmStates: readonly VmState[] = ['active', 'paused', 'suspended', 'stopped'];

/** Locks are not asked about. */
export function taggableServer(compute: Compute, id: ConsumerId, action: string): Server {
  const server = serverOf(compute, id);
  if (vmStates.includes(server.vmState)) return server;
  return refuse({ kind: 'server-in-state', id, action, attribute: 'vm_state', state: server.vmState });
}
