import type { Policy } from '@berth/api-kit/policy.ts';
import type { IdentityCommand } from '../domain/decide.ts';
import type { Identity } from '../domain/identity-state.ts';
import type { IdentityChange } from '../domain/nouns.ts';
import type { Gate } from '../login/log-in.ts';
import type { MountedService } from './catalog/mounted-services.ts';

/** What the endpoints work on. */
export interface App {
  readonly identity: Identity;
  /** Decides and commits; `read` sees the state right after the command, and its result is given once it is durable. */
  commit<Result>(
    command: IdentityCommand,
    read: (identity: Identity, changes: readonly IdentityChange[]) => Result,
  ): Promise<Result>;
  readonly policy: Policy;
  /** Where people log in. */
  readonly gate: Gate;
  /** An id that nothing has: 32 hexadecimal digits. */
  readonly newId: () => string;
  /** A secret that nobody guesses. */
  readonly newSecret: () => string;
  /** What the process serves, and so is in the catalog. */
  readonly mounted: readonly MountedService[];
  readonly region: string;
}
