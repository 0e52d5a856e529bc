import type { Instant } from '../domain/ids.ts';

/** What a token says. Whether it is still good, the state says. */
export interface Claims {
  readonly userId: string;
  /** How the bearer has shown who they are, first of all the last time. */
  readonly methods: readonly Method[];
  readonly scope: Scope;
  readonly issuedAt: Instant;
  readonly expiresAt: Instant;
  /** Its own, and that of the token which the first of a chain of them was made with. */
  readonly auditIds: readonly string[];
  readonly applicationCredentialId: string | null;
}

export type Scope =
  | { readonly kind: 'unscoped' }
  | { readonly kind: 'project'; readonly id: string }
  | { readonly kind: 'domain'; readonly id: string }
  | { readonly kind: 'system' };

export const methods = ['password', 'token', 'application_credential'] as const;
export type Method = (typeof methods)[number];
