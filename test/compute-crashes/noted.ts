/** What a flavor takes of a host. */
export interface Size {
  readonly id: string;
  readonly vcpus: number;
  readonly ram: number;
  readonly disk: number;
}

export const sizes: readonly Size[] = [
  { id: '1', vcpus: 1, ram: 64, disk: 1 },
  { id: '2', vcpus: 2, ram: 256, disk: 3 },
];

/** A server as those who have asked for it know it: from what was acknowledged. */
export interface NotedServer {
  readonly id: string;
  readonly name: string;
  readonly client: number;
  readonly groupId: string | null;
  readonly metadata: Map<string, string>;
  readonly tags: Set<string>;
  isLocked: boolean;
  description: string;
  /** What was asked of it and acknowledged, by the ids of the requests, and not yet looked for. */
  readonly acknowledged: Map<string, string>;
  /** Requests that have been found in its list of actions. */
  readonly found: Set<string>;
  deletion: 'no' | 'restorable' | 'for good';
  /** What it can be, after all that is known to have been done with it. */
  statuses: ReadonlySet<string>;
}

/** Servers that were asked for by one request: at least and at most so many. */
export interface CreatedTogether {
  readonly kind: 'create';
  readonly client: number;
  readonly name: string;
  readonly least: number;
  readonly most: number;
  readonly groupId: string | null;
  readonly metadata: Readonly<Record<string, string>>;
}

/** A request of which nobody knows what became of it. */
export type Unanswered =
  | CreatedTogether
  | {
      readonly kind: 'action';
      readonly server: NotedServer;
      readonly deletes: 'restorable' | 'for good' | null;
    }
  | {
      readonly kind: 'metadata';
      readonly server: NotedServer;
      readonly key: string;
      readonly value: string | null;
    }
  | { readonly kind: 'tag'; readonly server: NotedServer; readonly tag: string; readonly isThere: boolean }
  | { readonly kind: 'description'; readonly server: NotedServer; readonly description: string };

/** All that was acknowledged. */
export class Noted {
  readonly servers = new Map<string, NotedServer>();
  readonly groups = new Map<number, readonly string[]>();
  readonly counts = new Map<string, number>();
  /** How often each step of an action has failed, of servers that were there afterwards. */
  readonly failures = new Map<string, number>();
  /** All migrations there are, by their ids: of which kind each was, and how it has ended. */
  readonly migrations = new Map<string, string>();
  acknowledged = 0;
  refused = 0;
  unanswered = 0;
  carriedOut = 0;

  count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  countFailure(step: string): void {
    this.failures.set(step, (this.failures.get(step) ?? 0) + 1);
  }

  of(client: number): readonly NotedServer[] {
    return [...this.servers.values()].filter((server) => server.client === client);
  }

  add(
    id: string,
    {
      name,
      client,
      groupId,
      metadata,
    }: Pick<NotedServer, 'name' | 'client' | 'groupId'> & {
      readonly metadata: Readonly<Record<string, string>>;
    },
  ): NotedServer {
    const server: NotedServer = {
      id,
      name,
      client,
      groupId,
      metadata: new Map(Object.entries(metadata)),
      tags: new Set(),
      isLocked: false,
      description: '',
      acknowledged: new Map(),
      found: new Set(),
      deletion: 'no',
      statuses: new Set(['ACTIVE', 'ERROR']),
    };
    this.servers.set(id, server);
    return server;
  }
}
