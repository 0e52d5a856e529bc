import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The newest version that ours has. */
export const newest = 96;

/** One operation as it is in a range of versions, with what it may answer. */
export interface Entry {
  /** As the checker calls it: 'POST /servers/{id}/action rebuild'. */
  readonly operation: string;
  /** Whether it is of what is to be built, or what clients may touch besides. */
  readonly scope: 'slice' | 'near';
  /** The minor number of the first version, and of the one behind the last. */
  readonly since: number;
  readonly until: number;
  readonly success: readonly number[];
  /** Besides those that every operation may have. */
  readonly errors: readonly number[];
}

const directory =
  process.env['CONFORMANCE_COMPUTE'] ?? join(import.meta.dirname, '../../../../shared/conformance-compute');

export const material = {
  check: join(directory, 'check'),
  pins: join(directory, 'pins.json'),
};

/** Null where there is something to be judged by; else why not. Where it is there, CI must use it. */
export function whyNotJudged(): string | null {
  if (!existsSync(material.check))
    return `there is no ${material.check}; CONFORMANCE_COMPUTE says where it is`;
  const { status, stderr } = spawnSync('/usr/bin/python3', ['-c', 'import jsonschema'], { encoding: 'utf8' });
  if (status === 0) return null;
  const reason = `Debian's Python cannot do this: ${stderr.trim().split('\n').at(-1)}`;
  if (process.env['CI'] === 'true') throw new Error(reason);
  return reason;
}

/** Every operation in every range of versions that ours has. */
export function entriesUpTo(last: number): readonly Entry[] {
  const { operations } = JSON.parse(readFileSync(join(directory, 'schemas.json'), 'utf8')) as Schemas;
  return operations
    .flatMap(({ method, path, action, scope, versions }) =>
      versions.map(({ since, until, success, errors }) => ({
        operation: `${method} ${path}${action === null ? '' : ` ${action}`}`,
        scope,
        since: minorOf(since),
        until: until === null ? last + 1 : Math.min(minorOf(until), last + 1),
        success,
        errors,
      })),
    )
    .filter(({ since }) => since <= last);
}

interface Schemas {
  readonly operations: readonly {
    readonly method: string;
    readonly path: string;
    readonly action: string | null;
    readonly scope: Entry['scope'];
    readonly versions: readonly {
      readonly since: string;
      readonly until: string | null;
      readonly success: readonly number[];
      readonly errors: readonly number[];
    }[];
  }[];
}

export function minorOf(version: string): number {
  return Number(version.split('.')[1]);
}
