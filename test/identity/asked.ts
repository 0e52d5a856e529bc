/** A request as both sides get it: ids and tokens that they have made themselves stand in it by their names, `{user-1}`. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** The name of a token, or a text that is none. */
  readonly token?: string;
  readonly subject?: string;
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Null where it is no JSON. */
  readonly body: unknown;
}

/** One of the two that are compared. */
export interface Side {
  /** Back to the world that both begin with; gives the names of what is there. */
  reset(): Promise<ReadonlyMap<string, string>>;
  ask(request: Asked): Promise<Answered>;
  close(): Promise<void>;
}
