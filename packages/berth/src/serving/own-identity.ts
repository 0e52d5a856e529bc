import type { Authenticate } from '@berth/api-kit/caller.ts';
import type { ProjectExists } from '@berth/api-kit/auth/project-exists.ts';

/** What the identity service of this process says. It is on the ledger, which is opened after all that asks it was made. */
export class OwnIdentity {
  #authenticate: Authenticate | null = null;
  #projectExists: ProjectExists = async () => null;

  readonly authenticate: Authenticate = (headers) =>
    this.#authenticate?.(headers) ?? { kind: 'unavailable', reason: 'the identity service is not there yet' };

  readonly projectExists: ProjectExists = (id, token) => this.#projectExists(id, token);

  bind(authenticate: Authenticate, projectExists: ProjectExists): void {
    this.#authenticate = authenticate;
    this.#projectExists = projectExists;
  }
}
