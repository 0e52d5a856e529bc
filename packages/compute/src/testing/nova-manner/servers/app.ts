/** A server, as much of one as this needs. */
export interface Server {
  readonly id: string;
  readonly name: string;
  readonly projectId: string;
  readonly userId: string;
  status: 'ACTIVE' | 'SHUTOFF' | 'ERROR';
  lock: { readonly reason: string | null } | null;
}

/** What the endpoints work on. */
export interface App {
  readonly servers: Map<string, Server>;
  readonly newId: () => string;
}

export const flavor = { id: 'f1', name: 'small', vcpus: 1, ram: 512, disk: 1 };
