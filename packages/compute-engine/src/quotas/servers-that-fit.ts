import type { Compute } from '../compute-state.ts';
import { refuse } from '../refusals.ts';
import type { ServerUsage } from '../servers/server-usage.ts';
import type { Asker } from './asker.ts';
import { limitsOfProject, limitsOfUser } from './limits-in-force.ts';
import { unlimited } from './limits.ts';

export interface WantedServers {
  readonly least: number;
  readonly most: number;
  /** Of each of them. */
  readonly cores: number;
  readonly memoryMb: number;
}

export type ServerLimit = keyof ServerUsage;

/** Something that there is not enough of, with what was asked for, as clients are told. */
export interface ExceededLimit {
  readonly thing: ServerLimit;
  readonly requested: string;
  readonly used: number;
  readonly limit: number;
}

/** How many of the servers the limits of their project and user have room for. Fewer than the least that was asked for are refused. */
export function serversThatFit(compute: Compute, asker: Asker, wanted: WantedServers): number {
  let most = wanted.most;
  for (;;) {
    const exceeded = exceededBy(compute, asker, { ...wanted, most });
    if (exceeded.length === 0) return most;
    const fitting = Math.min(
      ...things.map((thing) => Math.floor(roomFor(compute, asker, thing) / amountOf(wanted, thing))),
    );
    if (fitting < wanted.least) return refuse({ kind: 'too-many-servers', exceeded });
    most = fitting;
  }
}

/** In the order in which they are told. */
const things = ['cores', 'servers', 'memoryMb'] as const satisfies readonly ServerLimit[];

function exceededBy(compute: Compute, asker: Asker, wanted: WantedServers): readonly ExceededLimit[] {
  const limits = limitsOfUser(compute, asker);
  const exceeded: ExceededLimit[] = [];
  for (const thing of things) {
    const room = roomFor(compute, asker, thing);
    const asked = wanted.most * amountOf(wanted, thing);
    if (asked <= room) continue;
    const limit = limits[thing];
    exceeded.push({ thing, requested: requestedOf(wanted, thing, asked), used: limit - room, limit });
  }
  return exceeded;
}

/** What is left for the user: of what they may have themselves, and of what all of the project may. */
export function roomFor(compute: Compute, asker: Asker, thing: ServerLimit): number {
  const { projectId, userId } = asker;
  const { usages } = compute.servers;
  return Math.min(
    left(limitsOfProject(compute, asker)[thing], usages.of(projectId, null)[thing]),
    left(limitsOfUser(compute, asker)[thing], usages.of(projectId, userId)[thing]),
  );
}

function left(limit: number, used: number): number {
  return limit <= unlimited ? Number.POSITIVE_INFINITY : limit - used;
}

function amountOf({ cores, memoryMb }: WantedServers, thing: ServerLimit): number {
  return thing === 'servers' ? 1 : { cores, memoryMb }[thing];
}

function requestedOf({ least, most }: WantedServers, thing: ServerLimit, asked: number): string {
  if (thing !== 'servers') return String(asked);
  return least === most ? String(least) : `${least}-${most}`;
}
