/** How much of everything a server takes from its clients. */
export interface Limits {
  readonly bodyBytes: number;
  /** All bodies together, until their requests are answered. */
  readonly allBodiesBytes: number;
  /** How long a body waits for others to make room for it. */
  readonly bodyWaitMs: number;
  /** How much of a body that nobody wants a client may send and go on using its connection. */
  readonly dropBytes: number;
  /** Request line and headers together. A long query of allocation candidates is a few ten thousand bytes. */
  readonly headerBytes: number;
  /** Each takes far more than its bytes, so their number counts too. */
  readonly headers: number;
  /** Connections at one time; more are closed as they come. */
  readonly connections: number;
  /** Of these, connections of clients that have not been identified, and what is kept for all of them together. */
  readonly anonymousConnections: number;
  readonly anonymousBytes: number;
  /** From the first byte (or the connection's beginning) to the end of the headers. */
  readonly headersMs: number;
  /** From the first byte to the end of the body. */
  readonly requestMs: number;
  /** How long a client may send less than a byte in a millisecond of what is taken piece by piece, which has no other bound in time. */
  readonly slowMs: number;
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
  allBodiesBytes: 64 * 1024 * 1024,
  bodyWaitMs: 10_000,
  dropBytes: 256 * 1024,
  headerBytes: 64 * 1024,
  headers: 256,
  connections: 10_000,
  anonymousConnections: 1_000,
  anonymousBytes: 8 * 1024 * 1024,
  headersMs: 20_000,
  requestMs: 60_000,
  slowMs: 20_000,
  // Longer than the minute that proxies and connection pools are used to, so that it is they who hang up.
  keepAliveMs: 75_000,
  stallMs: 60_000,
  lingerMs: 2_000,
  graceMs: 30_000,
};
