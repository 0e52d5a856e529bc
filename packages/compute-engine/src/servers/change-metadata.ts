import type { ConsumerId, Instant } from '@berth/engine/ids.ts';
import type { Requester } from '../actions/requester.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import type { Limits } from '../quotas/limits.ts';
import { limitsOfProject } from '../quotas/limits-in-force.ts';
import { mostOf } from '../quotas/most-of.ts';
import { refuse } from '../refusals.ts';
import { checkLock } from './check-action.ts';
import type { Server } from './server.ts';
import { serverOf } from './server-of.ts';
import type { VmState } from './server-states.ts';

/** Words of its owner's about a server. */
export interface SetMetadata {
  readonly kind: 'set-metadata';
  readonly id: ConsumerId;
  readonly metadata: Readonly<Record<string, string>>;
  /** Whether others that it has go. */
  readonly isWhole: boolean;
  readonly by: Requester;
  readonly configured: Limits;
  readonly now: Instant;
}

export function setMetadata(compute: Compute, command: SetMetadata): readonly ComputeChange[] {
  const { id, metadata, isWhole, by, configured, now } = command;
  const server = changeableServer(compute, id, by);
  const all = isWhole ? metadata : { ...server.metadata, ...metadata };
  checkMetadataCount(compute, { projectId: by.projectId, configured }, all);
  return [{ kind: 'server-set', thing: { ...server, metadata: all, updatedAt: now } }];
}

export interface RemoveMetadata {
  readonly kind: 'remove-metadata';
  readonly id: ConsumerId;
  readonly key: string;
  readonly by: Requester;
  readonly now: Instant;
}

export function removeMetadata(compute: Compute, command: RemoveMetadata): readonly ComputeChange[] {
  const { id, key, by, now } = command;
  if (!Object.hasOwn(serverOf(compute, id).metadata, key)) refuse({ kind: 'metadata-not-found', id, key });
  const server = changeableServer(compute, id, by, 'delete metadata');
  const { [key]: _, ...metadata } = server.metadata;
  return [{ kind: 'server-set', thing: { ...server, metadata, updatedAt: now } }];
}

/** A project says how much its servers may have. */
export function checkMetadataCount(
  compute: Compute,
  asker: { readonly projectId: string | null; readonly configured: Limits },
  metadata: Readonly<Record<string, string>>,
): void {
  const most = mostOf('metadataItems', limitsOfProject(compute, asker).metadataItems);
  if (Object.keys(metadata).length > most) refuse({ kind: 'too-much-metadata', most });
}

const vmStates: readonly VmState[] = ['active', 'paused', 'suspended', 'stopped'];

function changeableServer(
  compute: Compute,
  id: ConsumerId,
  by: Requester,
  action = 'update metadata',
): Server {
  const server = serverOf(compute, id);
  checkLock(server, by);
  if (!vmStates.includes(server.vmState)) {
    refuse({ kind: 'server-in-state', id, action, attribute: 'vm_state', state: server.vmState });
  }
  return server;
}
