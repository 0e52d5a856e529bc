import type { IdentityCommand } from './domain/decide.ts';
import type { FoundIdentity } from './domain/found-identity.ts';
import { defaultDomainId } from './domain/domains/domain.ts';
import type { Identity } from './domain/identity-state.ts';
import type { ProjectId, RegionId, RoleId, UserId } from './domain/ids.ts';
import type { Role } from './domain/roles/role.ts';
import { newPassword } from './new-secrets.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';
import { newestKey, newTokenKey } from './tokens/seal-token.ts';
import { expiredWindowMs } from './tokens/token-verdict.ts';

export interface KeptIdentity {
  readonly identity: () => Identity;
  readonly commit: (command: IdentityCommand) => Promise<unknown>;
  /** Whether this process is the one that writes. */
  readonly isLeading: () => boolean;
  /** Aborted when the ledger is closed. */
  readonly ended: AbortSignal;
  readonly hasher: PasswordHasher;
  /** The first administrator's; null: one is to be made up, and told. */
  readonly adminPassword: () => string | null;
  readonly onPasswordMade: (password: string) => void;
  readonly tokenLifetimeMs: number;
  /** Where services are. */
  readonly region: string;
  readonly now: () => number;
  /** 32 hexadecimal digits. */
  readonly newId: () => string;
  readonly onTrouble: (reason: unknown) => void;
}

/** How long a key is used for new tokens. */
const keyEveryMs = 24 * 3_600_000;
const looksEveryMs = 10_000;

/**
 * Sees to it that somebody can log in, as long as this process leads: on an empty ledger there is a first administrator, and there is
 * always a key that is not old. What it gives comes when it has looked for the first time.
 */
export async function keepIdentity(kept: KeptIdentity): Promise<void> {
  const look = () => lookAfter(kept).catch(kept.onTrouble);
  const timer = setInterval(() => void look(), looksEveryMs);
  timer.unref();
  kept.ended.addEventListener('abort', () => clearInterval(timer), { once: true });
  await look();
}

async function lookAfter(kept: KeptIdentity): Promise<void> {
  const { identity, commit, isLeading, tokenLifetimeMs, now } = kept;
  if (!isLeading()) return;
  if (identity().domains.size === 0) await found(kept);
  const newest = newestKey(identity());
  if (newest !== null && now() - newest.createdAt < keyEveryMs) return;
  const key = newTokenKey(now());
  await commit({
    kind: 'rotate-token-keys',
    key,
    keptMs: tokenLifetimeMs + expiredWindowMs,
    everyMs: keyEveryMs,
  });
}

/** The password is told when it is kept, and not before. */
async function found(kept: KeptIdentity): Promise<void> {
  const given = kept.adminPassword();
  const password = given ?? newPassword();
  await kept.commit(await foundation(kept, password));
  if (given === null) kept.onPasswordMade(password);
}

/** What every cloud begins with: the default domain, the project and user `admin`, and the roles that rules ask for. */
async function foundation(
  { hasher, newId, region }: Pick<KeptIdentity, 'hasher' | 'newId' | 'region'>,
  password: string,
): Promise<FoundIdentity> {
  const role = (name: string): Role => ({
    id: newId() as RoleId,
    name,
    description: null,
    options: { immutable: true },
    extra: {},
  });
  return {
    kind: 'found-identity',
    domain: {
      id: defaultDomainId,
      name: 'Default',
      description: 'The default domain',
      isEnabled: true,
      tags: [],
      options: {},
      extra: {},
    },
    project: {
      id: newId() as ProjectId,
      domainId: defaultDomainId,
      name: 'admin',
      parentId: null,
      description: 'Bootstrap project for initializing the cloud.',
      isEnabled: true,
      tags: [],
      options: {},
      extra: {},
    },
    admin: {
      id: newId() as UserId,
      domainId: defaultDomainId,
      name: 'admin',
      isEnabled: true,
      passwordHash: await hasher.hash(password),
      defaultProjectId: null,
      options: {},
      extra: {},
      tokensEndedAt: 0,
    },
    roles: [role('admin'), role('member'), role('reader')],
    otherRoles: [role('service')],
    region: { id: region as RegionId, description: '', parentId: null, extra: {} },
  };
}
