import type { Server } from './server.ts';

/** What servers take of the limits of their projects and users. */
export interface ServerUsage {
  readonly servers: number;
  readonly cores: number;
  readonly memoryMb: number;
}

const nothing: ServerUsage = { servers: 0, cores: 0, memoryMb: 0 };

/** Always the sums over all servers that count: those that live, and were not deleted so that they can be restored, or are on their way back. */
export class ServerUsages {
  readonly #byProject = new Map<string, Map<string, ServerUsage>>();

  /** Of a user there, or of all. */
  of(projectId: string | null, userId: string | null): ServerUsage {
    const users = projectId === null ? undefined : this.#byProject.get(projectId);
    if (users === undefined) return nothing;
    return userId === null ? [...users.values()].reduce(sumOf, nothing) : (users.get(userId) ?? nothing);
  }

  put(server: Server): void {
    this.#add(server, 1);
  }

  remove(server: Server): void {
    this.#add(server, -1);
  }

  #add(server: Server, sign: 1 | -1): void {
    if (!counts(server)) return;
    const { projectId, userId, flavor } = server;
    const users = this.#byProject.getOrInsertComputed(projectId, () => new Map());
    const own = { servers: sign, cores: sign * flavor.vcpus, memoryMb: sign * flavor.memoryMb };
    const sum = sumOf(users.get(userId) ?? nothing, own);
    if (sum.servers > 0) users.set(userId, sum);
    else users.delete(userId);
    if (users.size === 0) this.#byProject.delete(projectId);
  }
}

function counts({ deletedAt, vmState, taskState }: Server): boolean {
  return deletedAt === null && (vmState !== 'soft-delete' || taskState === 'restoring');
}

function sumOf(one: ServerUsage, other: ServerUsage): ServerUsage {
  return {
    servers: one.servers + other.servers,
    cores: one.cores + other.cores,
    memoryMb: one.memoryMb + other.memoryMb,
  };
}
