import { applyNounChange } from '@berth/ledger/documents/apply-noun-change.ts';
import { type IdentityCommand, decideIdentityCommand } from './domain/decide.ts';
import type { Identity, IdentityState } from './domain/identity-state.ts';
import type { IdentityChange, Nouns } from './domain/nouns.ts';

/** How the ledger decides and applies what is asked of identity. */
export const identityDomain = {
  decide: decideIdentityCommand,
  apply: (state: IdentityState, change: IdentityChange): IdentityChange =>
    applyNounChange<Nouns>(state.of, change),
  /** What goes with a domain, or is made at once, is written together, and nobody else is served meanwhile. */
  sizeOf: ({ users, projects, groups }: Identity, command: IdentityCommand): number => {
    switch (command.kind) {
      case 'delete-domain':
        return 1 + users.countOf(command.id) + projects.countOf(command.id) + groups.countOf(command.id);
      case 'create-registered-limits':
        return command.registeredLimits.length;
      case 'create-limits':
        return command.limits.length;
      default:
        return 1;
    }
  },
  /** About how much a change holds: 1, and as much again for every half a kilobyte. */
  weightOf: (change: IdentityChange): number => 1 + Math.floor(JSON.stringify(change).length / 512),
};
