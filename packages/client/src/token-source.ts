/** Where the token comes from that a service is shown. */
export interface TokenSource {
  /** Null where there is none: the service is asked without. */
  get(): Promise<string | null>;
  /** Another one than `rejected`, which a service has not accepted; null where there is no other. */
  getOtherThan(rejected: string | null): Promise<string | null>;
}

/** The one that was given, and no other. */
export function fixedToken(token: string | null): TokenSource {
  return { get: async () => token, getOtherThan: async () => null };
}
