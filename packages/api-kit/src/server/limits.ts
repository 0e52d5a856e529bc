/** How much of everything a server takes from its clients. */
export interface Limits {
  readonly bodyBytes: number;
  /** Request line and headers together. A long query of allocation candidates is a few ten thousand bytes. */
  readonly headerBytes: number;
  /** Connections at one time; more are closed as they come. */
  readonly connections: number;
  /** From the first byte (or the connection's beginning) to the end of the headers. */
  readonly headersMs: number;
  /** From the first byte to the end of the body. */
  readonly requestMs: number;
  /** How long a connection may be idle between two requests. */
  readonly keepAliveMs: number;
  /** How long a client may refuse to read its answer. */
  readonly stallMs: number;
  /** How long a client that is turned away in the middle of sending may go on, so that it can read why. */
  readonly lingerMs: number;
  /** How long a closing server waits for what it has accepted. */
  readonly graceMs: number;
}

export const defaultLimits: Limits = {
  bodyBytes: 8 * 1024 * 1024,
  headerBytes: 64 * 1024,
  connections: 10_000,
  headersMs: 20_000,
  requestMs: 60_000,
  // Longer than the minute that proxies and connection pools are used to, so that it is they who hang up.
  keepAliveMs: 75_000,
  stallMs: 60_000,
  lingerMs: 2_000,
  graceMs: 30_000,
};
