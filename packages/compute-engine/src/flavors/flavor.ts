import type { Instant } from '@berth/engine/ids.ts';
import type { FlavorId } from '../ids.ts';

/** A size of servers. What servers were made of stays with them, whatever becomes of the flavor. */
export interface Flavor {
  readonly number: number;
  readonly id: FlavorId;
  readonly name: string;
  readonly vcpus: number;
  readonly memoryMb: number;
  readonly rootGb: number;
  readonly ephemeralGb: number;
  readonly swapMb: number;
  readonly rxtxFactor: number;
  readonly isPublic: boolean;
  readonly description: string | null;
  /** By key, in no order that means something. */
  readonly extraSpecs: Readonly<Record<string, string>>;
  /** Who may use it where it is not public, in the order of their ids. */
  readonly projects: readonly string[];
  readonly createdAt: Instant;
  /** When its description was last changed. Who may use it, and its extra specs, are not said of the flavor itself. */
  readonly updatedAt: Instant | null;
}

/** Whether a project has it to choose from. */
export function isOfferedTo({ isPublic, projects }: Flavor, projectId: string | null): boolean {
  return isPublic || (projectId !== null && isIn(projects, projectId));
}

/** By halves: there may be thousands, and a list asks it of every flavor. */
function isIn(projects: readonly string[], wanted: string): boolean {
  let low = 0;
  let high = projects.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((projects[middle] as string) < wanted) low = middle + 1;
    else high = middle;
  }
  return projects[low] === wanted;
}
