/** What a noun asks for, before it is dressed as a request: who asks, at which version, and in which form, is drawn for all nouns alike. */
export interface Draft {
  /** What it is counted under: 'GET /flavors/{id}'. */
  readonly route: string;
  readonly method: string;
  /** Below `/v2.1[/{project}]`, percent-encoded. Ids that the servers have made stand in it by their names: '/servers/{server-1}'. */
  readonly path: string;
  /** Not yet encoded. */
  readonly query?: readonly Parameter[];
  /** A JSON value. */
  readonly body?: unknown;
  /** Where it only makes sense to some; drawn otherwise. */
  readonly caller?: string;
  readonly version?: string;
  /** Whether it is left to the servers which host something goes to. */
  readonly choosesHost?: true;
  /** It is not spoiled: with a part of it missing the two sides would be free to choose different hosts. */
  readonly isKept?: true;
  /** What happens first to a host, which no client can ask for. */
  readonly turn?: { readonly host: string; readonly to: 'stop' | 'start' };
}

export type Parameter = readonly [name: string, value: string];
