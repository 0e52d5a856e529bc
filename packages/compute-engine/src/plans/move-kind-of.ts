import type { Server } from '../servers/server.ts';
import type { VmState } from '../servers/server-states.ts';
import type { MoveKind } from './planned-move.ts';

/** How a server would be moved, of the kinds that are allowed: live, if it runs. Null: not at all in this state. */
export function moveKindOf(
  { vmState, taskState }: Pick<Server, 'vmState' | 'taskState'>,
  allowed: readonly MoveKind[],
): MoveKind | null {
  if (taskState !== null) return null;
  return kinds.find((kind) => allowed.includes(kind) && statesOf[kind].includes(vmState)) ?? null;
}

/** The one to be preferred first. */
const kinds: readonly MoveKind[] = ['live', 'cold'];

/** In which states the API takes each of them. */
const statesOf: Readonly<Record<MoveKind, readonly VmState[]>> = {
  live: ['active', 'paused'],
  cold: ['active', 'stopped'],
};
