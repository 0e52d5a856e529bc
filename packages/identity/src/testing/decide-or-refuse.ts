import { decideIdentityCommand, type IdentityCommand } from '../domain/decide.ts';
import type { Identity } from '../domain/identity-state.ts';
import type { IdentityChange } from '../domain/nouns.ts';
import { IdentityRefusal } from '../domain/refusals.ts';

/** The changes, none where it is refused. */
export function decideOrRefuse(identity: Identity, command: IdentityCommand): readonly IdentityChange[] {
  try {
    return decideIdentityCommand({ identity }, command);
  } catch (error) {
    if (error instanceof IdentityRefusal) return [];
    throw error;
  }
}
