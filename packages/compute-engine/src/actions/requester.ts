/** Who has asked for something, and with which request. */
export interface Requester {
  readonly requestId: string;
  readonly userId: string;
  readonly projectId: string;
  /** Locks do not keep them out. */
  readonly isAdmin: boolean;
  /** Where the request was decided: the host of steps that no host of servers has a part in. */
  readonly apiHost: string;
}
