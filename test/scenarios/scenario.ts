/** A story about the service: a world, and requests one after the other with what is expected of each answer. */
export interface Scenario {
  /** Name of the file it is in, without its ending. */
  readonly file: string;
  /** A sentence. */
  readonly name: string;
  /** See build-world.ts. */
  readonly world: string;
  readonly steps: readonly Step[];
  /** The version whose seam it shows, where it shows one. */
  readonly seam: string | null;
}

/** Texts may name things in braces; see names.ts. */
export interface Step {
  /** A sentence. */
  readonly name: string;
  readonly method: string;
  /** Path with query. */
  readonly target: string;
  /** Null: the request does not say one. */
  readonly version: string | null;
  /** Beyond those of an administrator who speaks JSON; null leaves one of them out. */
  readonly headers: Readonly<Record<string, string | null>>;
  /** Undefined: none. A text is sent as it is. */
  readonly body: unknown;
  readonly expect: Expectation;
  /** Name → path of the value in the answer that it is to stand for from now on. */
  readonly capture: Readonly<Record<string, string>>;
  /** The known difference (test/differential/explained.ts) by which the original answers otherwise. */
  readonly explained: string | null;
}

/** What must hold of an answer; what is undefined may be anything. Lists whose order means nothing are compared so. */
export interface Expectation {
  readonly status: number;
  /** Of an error, from 1.23 on. */
  readonly code?: string;
  /** The whole body; null: there is none. */
  readonly whole?: unknown;
  /** Path → value there. A path is keys and places joined with dots; the empty one is the body. */
  readonly json?: Readonly<Record<string, unknown>>;
  /** Path → all keys of the object there. */
  readonly keys?: Readonly<Record<string, readonly string[]>>;
  /** Path → how many entries the list or object there has. */
  readonly size?: Readonly<Record<string, number>>;
  /** Name → value, or whether it is there at all. */
  readonly headers?: Readonly<Record<string, string | boolean>>;
  /** What the error's detail, or the body where there is no error, contains. */
  readonly says?: readonly string[];
}
