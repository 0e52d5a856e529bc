/** One attempt to upset the server: what is done on a connection, and what has to come of it. */
export interface Trial {
  /** For the table of the report. */
  readonly kind: string;
  readonly steps: readonly Step[];
  readonly expects: Expectation;
}

export type Step =
  | { readonly do: 'send'; readonly bytes: Buffer }
  | { readonly do: 'wait'; readonly ms: number }
  /** Nothing more will be sent, but answers are read. */
  | { readonly do: 'end' }
  /** The client is gone. */
  | { readonly do: 'abort' };

export type Expectation =
  /** Requests that can be understood: each gets one answer, in order. */
  | { readonly kind: 'answers'; readonly asked: readonly Asked[] }
  /** Something that may or may not be understood: there is an answer at least, and it may be the last. */
  | { readonly kind: 'some-answer' }
  /** Something that cannot be understood: it is answered with a 4xx, and the server hangs up. */
  | { readonly kind: 'refusal' }
  /** The rest of the request never comes: a 408 when the server has waited long enough, if it needs the rest at all. */
  | { readonly kind: 'timeout' }
  /** Nobody is there to be answered. */
  | { readonly kind: 'nothing' };

/** What of a request decides about its answer. */
export interface Asked {
  readonly method: string;
  readonly target: string;
  readonly accept: string | undefined;
}

export function sending(kind: string, bytes: Buffer, expects: Expectation): Trial {
  return { kind, steps: [{ do: 'send', bytes }], expects };
}
